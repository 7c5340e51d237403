/** The names and offers of a category's demo businesses. A trade is picked in proportion to its `weight`. */
export interface Trade {
  category: number;
  weight: number;
  /** Additional categories that some of the businesses get. */
  extraCategories: readonly number[];
  /** The prefix of the logo file names. */
  logo: string;
  kinds: readonly string[];
  offers: readonly string[];
}

function trade(
  category: number,
  weight: number,
  logo: string,
  extraCategories: readonly number[],
  kinds: string,
  offers: string,
): Trade {
  return { category, weight, logo, extraCategories, kinds: kinds.split(', '), offers: offers.split(' | ') };
}

export const TRADES: readonly Trade[] = [
  trade(
    ...([1, 5, 'medical', [8]] as const),
    'Family Medicine, Urgent Care, Walk-In Clinic, Pediatrics, Dermatology, Pharmacy, Hearing Center, Allergy Clinic',
    '$25 off a first visit | 15% off school and sports physicals | 20% off a skin check | Flu shots for $15',
  ),
  trade(
    ...([2, 6, 'dental', [1]] as const),
    'Dental, Family Dental, Dental Studio, Orthodontics, Smile Center, Pediatric Dentistry, Dental Care',
    'A first exam with X-rays for $49 | 20% off whitening | 10% off crowns | Free consultation for aligners',
  ),
  trade(
    ...([3, 4, 'technology', [4]] as const),
    'Computer Repair, Phone Repair, Electronics, Tech Support, Smart Home, Print & Copy, Web Studio',
    '15% off repairs | Free diagnosis of your computer | $20 off a new screen | 10% off accessories',
  ),
  trade(
    ...([4, 14, 'retail', [7]] as const),
    'Outfitters, Books, Shoes, Gifts, Toys, Jewelers, Boutique, Sporting Goods, Stationery, Music, Bicycle Shop, Thrift',
    '10% off everything | 20% off one item | $10 off when you spend $50 | Free gift wrapping | 15% off sale items',
  ),
  trade(
    ...([5, 4, 'travel', [6]] as const),
    'Inn, Travel, Cabins, Lodge, Tours, Campground, Bed & Breakfast, Charter Boats',
    '10% off a stay of two nights | A third night free | 15% off guided tours | Late check-out at no charge',
  ),
  trade(
    ...([6, 5, 'entertainment', [10]] as const),
    'Cinema, Theater, Comedy Club, Bowling, Escape Rooms, Music Hall, Billiards, Arcade',
    'Two tickets for the price of one | 20% off on weekdays | A free popcorn with a ticket | 15% off group bookings',
  ),
  trade(
    ...([7, 9, 'home', [4]] as const),
    'Garden Center, Hardware, Plumbing, Furniture, Flooring, Landscaping, Roofing, Lighting, House Cleaning, Paint',
    '10% off materials | $50 off a first service | 15% off plants | Free estimate and 5% off the work',
  ),
  trade(
    ...([8, 11, 'beauty', [1]] as const),
    'Salon, Barbershop, Day Spa, Nails, Yoga, Fitness, Massage, Skin Care, Pilates, Wellness',
    '20% off a first appointment | 15% off color | A free class | $15 off a one-hour massage | 10% off products',
  ),
  trade(
    ...([9, 21, 'food', [6, 10]] as const),
    'Pizza, Coffee, Bakery, Grill, Diner, Taqueria, Brewing, Ice Cream, Deli, Noodle House, Barbecue, Bistro, Tea Room, Burgers',
    '15% off your bill | A free dessert with two main courses | $5 off when you spend $30 | Buy one coffee, get one free | 10% off take-out',
  ),
  trade(
    ...([10, 5, 'family', [6]] as const),
    'Fun Park, Play Cafe, Trampoline Park, Mini Golf, Petting Farm, Skating Rink, Science Museum, Swim School',
    'Kids free with a paying adult | 20% off day passes | A free hour on weekdays | 10% off birthday parties',
  ),
  trade(
    ...([11, 3, 'other', [15]] as const),
    'Dry Cleaning, Storage, Tailoring, Photography, Event Rentals, Locksmith, Tutoring, Laundry',
    '10% off | $15 off a first order | 20% off a second item | One month free',
  ),
  trade(
    ...([12, 4, 'chiropractor', [8]] as const),
    'Chiropractic, Spine Center, Chiropractic & Wellness, Back Care, Family Chiropractic',
    'A first exam and adjustment for $39 | 15% off packages | Free posture check | $20 off a first visit',
  ),
  trade(
    ...([13, 4, 'therapy', [1]] as const),
    'Physical Therapy, Counseling, Family Therapy, Speech Therapy, Occupational Therapy, Art Therapy',
    'A free first talk of 20 minutes | 10% off each session | $25 off an evaluation | 15% off packages of six',
  ),
  trade(
    ...([14, 4, 'optometry', [4]] as const),
    'Optical, Eye Care, Vision Center, Optometry, Eyewear',
    '$50 off a pair of glasses | A second pair at half the price | 20% off sunglasses | An eye exam for $59',
  ),
  trade(
    ...([15, 2, 'community', [10]] as const),
    'Community Center, Makers Guild, Art Center, Community Garden, Food Cooperative, Cultural Center',
    '10% off classes | A free first workshop | 15% off a yearly membership | Free entry on Sundays',
  ),
  trade(
    ...([16, 9, 'auto', [11]] as const),
    'Auto Repair, Tire & Auto, Car Wash, Auto Body, Oil & Lube, Auto Glass, Transmission, Detailing, Motors',
    '$15 off an oil change | 10% off labor | Free tire rotation | 20% off a car wash | $50 off brakes',
  ),
  trade(
    ...([17, 4, 'finance', [11]] as const),
    'Realty, Tax & Accounting, Insurance, Home Loans, Financial Planning, Title Company, Bookkeeping',
    '$50 off tax preparation | A free first consultation | $500 off closing costs | 10% off bookkeeping',
  ),
  trade(
    ...([18, 6, 'pets', [4]] as const),
    'Pet Grooming, Veterinary Clinic, Pet Supply, Dog Daycare, Animal Hospital, Dog Training, Kennels',
    '$10 off grooming | A free first day of daycare | 15% off pet food | 20% off a first check-up',
  ),
  trade(
    ...([19, 2, 'employment', [15]] as const),
    'Staffing, Career Center, Recruiting, Job Coaching, Temp Services, Resume Studio',
    'A free look at your resume | 20% off coaching | $25 off interview training | A free job consultation',
  ),
];
