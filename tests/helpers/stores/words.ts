const list = (words: string) => words.trim().split(/\s+/);

export const SURNAMES = list(`
Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young
Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts
Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez
Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James
Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins
Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Romero Jordan Patterson Alexander
Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar Stevens
Murray Ford Castro Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy Wells Vargas Henry Chen Freeman
Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon Munoz Hunt
Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza Daniels
Ferguson Nichols Stephens Soto Weaver Ryan Gardner Payne Grant Dunn Kelley Spencer Hawkins Arnold Pierce Hansen Peters
Peña Núñez Müller Göbel Lefèvre Ångström Żuraw O'Brien O'Neil O’Connor D'Angelo St.Clair García-Marín Ibáñez Björk`);

/** First halves of compound surnames. Combinations give rare surnames. */
export const FIRST_HALVES =
  list(`Ash Black Brook Chester Crow Dal Ell Fair Farn Glen Gold Grims Hart Haw Hazel Holl Kings
Lang Lock Marl Mead Nor Oak Pem Pick Quin Rams Red Rock Rush Sand Shef Silver Stan Staf Thorn Under Wal Whit Win Wood Wyn`);
export const SECOND_HALVES =
  list(`bank berg bridge brook bury by combe cote dale den field fleet ford gate ham hurst land
ley low man march mere more ridge stead stein stone ton tree vale ville wall ward water way well wick win wood worth`);

export const ADJECTIVES = list(`
American Golden Royal Classic Premier Family Happy Blue Green Red Silver Sunny Fresh Urban Modern Little Big Grand Old
New Elite Quality Perfect Bright Sweet Rustic Coastal Valley Mountain River Lakeside Downtown Uptown Midtown Northern
Southern Eastern Western Pacific Atlantic National United Advanced Complete Precision Reliable Honest Friendly Lucky
Dancing Laughing Hungry Thirsty Wandering Electric Organic Natural Pure Holistic Gentle Caring Total Dynamic Prime
Superior First Second Third Original Authentic Crimson Copper Iron Velvet Hidden Secret Twin Triple Lone Rising Setting
Wild Quiet Cozy Crystal Emerald Amber Ivory Scarlet Diamond Platinum Liberty Heritage Patriot Pioneer Frontier Colonial
Victorian Vintage Retro Cosmic Stellar Lunar Solar Arctic Tropical Desert Prairie Alpine Harbor Bayside Seaside Garden`);

export const BRAND_NOUNS = list(`
Fox Owl Bear Eagle Hawk Lion Tiger Panda Otter Heron Raven Falcon Dolphin Turtle Rabbit Elephant Giraffe Horse Pony Anchor
Lantern Compass Barrel Bridge Tower Castle Crown Shield Arrow Feather Acorn Maple Cedar Willow Birch Magnolia Dogwood Rose
Lily Iris Daisy Clover Sage Thyme Basil Pepper Olive Lemon Peach Cherry Plum Apple Pear Fig Honey Butter Biscuit Kettle
Spoon Fork Table Chair Window Door Porch Attic Cellar Bench Wheel Piston Spark Engine Signal Circuit Pixel Vector Orbit`);

/** Nouns for what a business is or sells, by category. Earlier ones are more common. */
export const CATEGORY_NOUNS: Record<number, readonly string[]> = {
  1: list(
    'Medical Clinic Health Care Urgent-Care Physicians Pharmacy Wellness Dermatology Pediatrics Cardiology Imaging',
  ),
  2: list('Dental Dentistry Smiles Orthodontics Endodontics Dentures Periodontics Teeth'),
  3: list(
    'Computers Tech Technology Repair Electronics Wireless Phones Software Networks Data Robotics Drones',
  ),
  4: list(
    'Shop Store Boutique Gifts Outlet Market Books Jewelers Shoes Sports Antiques Toys Fabrics Furniture Music Crafts',
  ),
  5: list('Travel Tours Inn Hotel Lodge Resort Cruises Motel Suites Vacations Charters Hostel'),
  6: list(
    'Theater Cinema Lounge Music Comedy Billiards Arcade Gallery Karaoke Escape-Rooms Museum Playhouse',
  ),
  7: list(
    'Landscaping Garden Nursery Plumbing Roofing Flooring Painting Hardware Cleaning Windows Pools Electric Masonry',
  ),
  8: list(
    'Salon Spa Barbershop Nails Hair Beauty Fitness Gym Massage Yoga Skincare Tanning Pilates Tattoo Waxing',
  ),
  9: list(
    'Pizza Grill Café Coffee Diner Kitchen Bakery Bistro Pub Tacos Sushi Barbecue Deli Pizzeria Brewery Steakhouse Noodles Creamery Cantina Crêperie Trattoria Donuts Burgers Wings Juice Tea',
  ),
  10: list(
    'Bowling Trampoline-Park Mini-Golf Zoo Aquarium Skating Fun-Center Laser-Tag Playground Carousel Karting',
  ),
  11: list(
    'Services Solutions Supply Group Company Associates Storage Printing Photography Studio Events Signs Shipping',
  ),
  12: list('Chiropractic Spine Back-Care Family-Chiropractic Adjustments Alignment'),
  13: list('Therapy Counseling Physical-Therapy Rehab Recovery Speech-Therapy Mindfulness'),
  14: list('Optometry Eye-Care Vision Optical Eyewear Spectacles Lenses'),
  15: list('Community Center Church School Foundation Library Ministries Academy Daycare Tutoring Charities'),
  16: list(
    'Auto Tire Body-Shop Motors Car-Wash Repair Transmission Detailing Brakes Collision Towing Mufflers Garage',
  ),
  17: list('Realty Insurance Mortgage Homes Properties Financial Tax Bank Accounting Escrow Advisors'),
  18: list('Pets Veterinary Grooming Animal-Hospital Kennel Dog-Training Pet-Supply Aviary Paws'),
  19: list('Staffing Careers Jobs Recruiting Temps Talent Workforce'),
};

/** Unusual names: with digits, symbols, quotes, or another script, or made of symbols only. */
export const ODD_NAMES = [
  ...[
    '24/7 Fitness',
    'Route 66 Diner',
    'Studio 54',
    '3 Brothers Pizza',
    '7-Twelve',
    '1-800-Flowers-4U',
    'A+ Auto',
  ],
  ...[
    '100% Natural',
    '50% Off Outlet',
    '$5 Pizza',
    'snake_case Coffee',
    'Back\\Slash Computers',
    'Rock & Roll "Diner"',
  ],
  ...[
    "Joe's Garage",
    'Joe’s Garage',
    'JOES GARAGE',
    "O'Malley's Pub",
    'C++ Academy',
    'C# Music',
    '(The) Gallery',
    '* * *',
  ],
  ...[
    '!!!',
    '¿Qué Pasa?',
    'Crème Brûlée Café',
    'Smörgåsbord',
    'Straße 7',
    'Łódź Bakery',
    'Ærø Fish',
    'İstanbul Kebap',
  ],
  ...[
    '寿司 太郎',
    '北京烤鸭',
    'ラーメン一番',
    '김치 하우스',
    'Пельменная №1',
    'Русский магазин',
    'مطعم دمشق',
    'Ταβέρνα Ζορμπά',
  ],
  ...[
    'E=mc² Tutoring',
    'ﬁne ﬂowers',
    'Ⅳ Season Spa',
    'Dr. Ⓑ Dental',
    'x',
    'Q',
    'Ok',
    'The The',
    'Pho Pho Pho',
    'Π Pizza',
  ],
  ...[
    '🍕 Pizza Planet',
    'I ❤ Dogs',
    'L.A. Nails',
    'LA Nails',
    'St. Mary’s Books',
    'Saint Marys Books',
    'AT&T-ish Wireless',
  ],
];

/** Names that several unrelated businesses share. */
export const COMMON_NAMES = [
  ...[
    'Main Street Café',
    'Family Dental',
    'Pizza House',
    "Tony's Pizza",
    'The Coffee Shop',
    'Nail Salon',
    'Auto Repair',
  ],
  ...[
    'China Garden',
    'El Rancho',
    'Corner Store',
    'Golden Dragon',
    'Sunrise Diner',
    'A & B Services',
    'City Market',
  ],
];
