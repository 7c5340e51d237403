/** Webinar errors share this message; the error codes differ. */
export const WEBINAR_ISSUE = 'There was an issue.';

/** Choices for the lunch that the survey earns. */
export const RESTAURANTS = [
  'Dairy Queen',
  'Subway',
  'Burger King',
  'IHOP',
  'Papa Johns',
  'Cracker Barrel',
] as const;
