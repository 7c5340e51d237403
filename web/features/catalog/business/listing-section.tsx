import { SEARCH_DISTANCES_MILES } from '#server/domains/stores/search/search-rules.shared.ts';
import { PROMOTION_CHANGE_DAYS, TRIAL_DAYS } from '#server/lib/business-rules.ts';
import { ChoosePicture, ShowPicture } from '#web/ui/pictures/step-pictures.tsx';
import { HowItWorks, type Step } from './how-it-works.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { type Term, Terms } from './terms.tsx';

const [MIN_DISTANCE, MAX_DISTANCE] = [SEARCH_DISTANCES_MILES[0], SEARCH_DISTANCES_MILES.at(-1)];

const LISTING_PARTS: readonly Term[] = [
  {
    term: 'Who you are',
    text: 'Your name, category, logo, address, phone number, and a link to your own site.',
  },
  {
    term: 'Why to visit',
    text: `Your promotions, with codes and dates if you want them. You can change them every ${PROMOTION_CHANGE_DAYS} days.`,
  },
  {
    term: 'How members find you',
    text: `By ZIP code or city within ${MIN_DISTANCE} to ${MAX_DISTANCE} miles, by category, or by name, on a computer or phone.`,
  },
];

const STEPS: readonly Step[] = [
  {
    title: 'Choose a plan, or try it free',
    text: `Tell us about your business once. Plans are billed monthly, and the trial is free for ${TRIAL_DAYS} days.`,
    picture: <ChoosePicture />,
  },
  {
    title: 'Get listed',
    text: 'Your business shows up in the savings search for its area. Add a logo and your promotions.',
    picture: <ListingPicture />,
  },
  {
    title: 'Welcome members',
    text: 'They show their card. Your staff can check it on this site, with no account needed.',
    picture: <ShowPicture />,
  },
];

export function ListingSection() {
  return (
    <>
      <Terms title="What’s in a listing" terms={LISTING_PARTS} />
      <HowItWorks steps={STEPS} />
    </>
  );
}
