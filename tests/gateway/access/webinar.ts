import { type Call, gql, type Row, row } from './row.ts';

const watched = {
  dateStartedWatching: '2026-11-21T10:00:00.000Z',
  dateFinishedWatching: '2026-11-21T11:00:00.000Z',
  formSelection: 'SELECTED_SURVEY',
};
const form = {
  businessName: 'Bakery',
  name: 'Maria Gomez',
  email: 'maria@example.com',
  phone: '(555) 010-0122',
  restaurant: 'IHOP',
};

/**
 * Creates a row for an entry point that anyone with a webinar code may use. Each call gets an unredeemed
 * code.
 */
const codeRow = (entryPoint: string, call: (code: string) => Call): Row =>
  row(entryPoint, '+ + + + + + + .', async (_, world) => call(await world.webinarCode()));

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const WEBINAR_ROWS: readonly Row[] = [
  codeRow('query webinar.check', (code) => ({ input: { code } })),
  codeRow('mutation webinar.change', (code) => ({ input: { ...watched, code } })),
  codeRow('mutation webinar.submitSurvey', (code) => ({ input: { code, form } })),
  codeRow('graphql CheckWebinarCode', (code) =>
    gql('query ($code: String) { FIELD(code: $code) { id } }', { code }),
  ),
  codeRow('graphql ModifyWebinarCode', (code) =>
    gql(
      `mutation ($code: String, $dateStartedWatching: String, $dateFinishedWatching: String, $formSelection: String) {
        FIELD(code: $code, dateStartedWatching: $dateStartedWatching, dateFinishedWatching: $dateFinishedWatching,
          formSelection: $formSelection) { id } }`,
      { ...watched, code },
    ),
  ),
  codeRow('graphql SetWebinarSurvey', (code) =>
    gql(
      'mutation ($code: String, $form: WebinarSurveyInput) { FIELD(code: $code, form: $form) { completedForm } }',
      { code, form },
    ),
  ),
];
