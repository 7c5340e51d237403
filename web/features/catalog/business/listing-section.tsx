import { PROMOTION_CHANGE_DAYS, TRIAL_DAYS } from '#server/lib/business-rules.ts';
import { SEARCH_DISTANCES_MILES } from '#server/stores/search/search-rules.shared.ts';
import { ChoosePicture, ShowPicture } from '#web/features/home/step-pictures.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { HowItWorks, type Step } from './steps.tsx';
import { type Term, Terms } from './terms.tsx';

const [MIN_DISTANCE, MAX_DISTANCE] = [SEARCH_DISTANCES_MILES[0], SEARCH_DISTANCES_MILES.at(-1)];

const LISTING_PARTS: readonly Term[] = [
  {
    term: 'Who you are',
    text: 'Your name, category, logo, address, phone and a link to your own site.',
  },
  {
    term: 'Why to come',
    text: `Your promotions, with codes and dates where you want them. You may change them every ${PROMOTION_CHANGE_DAYS} days.`,
  },
  {
    term: 'How you are found',
    text: `By ZIP code or city within ${MIN_DISTANCE} to ${MAX_DISTANCE} miles, by category, or by name; on a computer or a phone.`,
  },
];

const STEPS: readonly Step[] = [
  {
    title: 'Choose a plan, or try',
    text: `Tell us about your business once. A plan is charged monthly; the trial is free for ${TRIAL_DAYS} days.`,
    picture: <ChoosePicture />,
  },
  {
    title: 'You are listed',
    text: 'Your business stands in the savings search, at its place. Add a logo and your promotions.',
    picture: <ListingPicture />,
  },
  {
    title: 'Members come',
    text: 'They show their card. Your staff can check its number on this site, without an account.',
    picture: <ShowPicture />,
  },
];

export function ListingSection() {
  return (
    <>
      <Terms title="What a listing is" terms={LISTING_PARTS} />
      <HowItWorks steps={STEPS} />
    </>
  );
}
