import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeWebinarCode, SURVEY, setWebinarVideo, VIDEO } from '#tests/helpers/factories/webinar.ts';
import { expectFocus, startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);
const webinar = () => app.caller().webinar;
let code = '';

beforeEach(async () => {
  await makePlans(database.db);
  await setWebinarVideo(database.db, VIDEO);
  code = await makeWebinarCode(database.db, new Date(Date.now() - 3_600_000));
  // jsdom has no player.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

const address = () => `${window.location.pathname}${window.location.search}`;
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name });
const play = () => screen.findByRole('button', { name: 'Play the webinar' });
const player = () => screen.findByLabelText('Webinar', { selector: 'video' });
const codeField = () => screen.findByLabelText('Webinar code');
const recordVideoEnd = () => webinar().change({ code, dateFinishedWatching: new Date() });

type User = Awaited<ReturnType<typeof web.open>>['user'];
async function enterCode(user: User, enteredCode = code) {
  const field = await codeField();
  await user.clear(field);
  await user.type(field, `${enteredCode}{Enter}`);
}
async function fillIn(user: User) {
  await user.type(await screen.findByLabelText('Business name'), SURVEY.businessName);
  await user.type(screen.getByLabelText('Your name'), SURVEY.name);
  await user.type(screen.getByLabelText('Email'), SURVEY.email);
  await user.type(screen.getByLabelText('Phone'), SURVEY.phone);
  await user.selectOptions(screen.getByLabelText('Restaurant for your lunch'), SURVEY.restaurant);
}
const sendSurvey = (user: User) => user.click(screen.getByRole('button', { name: 'Submit survey' }));

describe('[S2 webinar, S9 webinar] the video', () => {
  test('is linked from the Business Program, and loads nothing from its host before it is played', async () => {
    const { user, container } = await web.open('/affiliates/loyalty');
    await user.click(await screen.findByRole('link', { name: 'Watch the webinar' }));
    await heading('Do you have a code?');
    expect(address()).toBe('/webinar');
    expect(document.title).toBe('Webinar | Everything Card');
    expect(container.querySelector('video, iframe')).toBeNull();
    expect(screen.getByText(/comes from videos\.example/)).toBeVisible();
  });

  test('can be watched without a code, and does not autoplay', async () => {
    const { user } = await web.open('/webinar');
    await user.click(await play());
    const video = await player();
    expect(video).toHaveAttribute('src', VIDEO);
    expect(video).toHaveAttribute('controls');
    expect(video).not.toHaveAttribute('autoplay');
    fireEvent.ended(video);
    await heading('You’ve watched the webinar');
    await expectFocus(await codeField());
  });

  test.each([
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ])('from %s plays in a player that does not report its end', async (link, src) => {
    await setWebinarVideo(database.db, link);
    const { user } = await web.open(`/webinar?code=${code}`);
    await user.click(await play());
    expect(screen.getByTitle('Webinar')).toHaveAttribute('src', src);
    await user.click(screen.getByRole('button', { name: 'I’ve watched it' }));
    await heading('Choose your thank-you gift');
  });

  test('reports a failure to load and can be retried', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
    const { user } = await web.open('/webinar');
    await user.click(await play());
    fireEvent.error(await player());
    expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t load the video.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(HTMLMediaElement.prototype.load).toHaveBeenCalled();
  });

  test('can be missing without blocking a code', async () => {
    await setWebinarVideo(database.db);
    const { user } = await web.open('/webinar');
    expect(await screen.findByText('The video isn’t ready yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Play the webinar' })).not.toBeInTheDocument();
    await enterCode(user);
    await user.click(await screen.findByRole('button', { name: 'Skip to Offer' }));
    await heading('Choose your thank-you gift');
    // The viewer didn't watch anything, so no time was recorded.
    expect((await webinar().check({ code }))?.dateFinishedWatching).toBeNull();
  });
});

describe('[S2 webinar] the code', () => {
  test("[S5 webinar] is required: 'Required Field'", async () => {
    const { user } = await web.open('/webinar');
    await user.click(await screen.findByRole('button', { name: 'Enter code' }));
    await waitFor(async () => expect(await codeField()).toHaveAccessibleDescription('Required Field'));
  });

  test("[S8 webinar] is refused if unknown: 'There was an issue.'", async () => {
    const { user } = await web.open('/webinar');
    await enterCode(user, 'nonsense');
    expect(await screen.findByRole('alert')).toHaveTextContent('There was an issue.');
    expect(await codeField()).toHaveValue('nonsense');
    expect(address()).toBe('/webinar');
  });

  test("[S8 webinar] is refused if unknown in a link: 'There was an issue.'", async () => {
    const { user } = await web.open('/webinar?code=nonsense');
    expect(await screen.findByText('There was an issue.')).toBeVisible();
    await enterCode(user);
    await heading(`Your code: ${code}`);
  });

  test('[D35] records the start when it is entered, and the end of the video opens the offer', async () => {
    const { user } = await web.open('/webinar');
    await user.click(await play());
    const video = await player();
    await enterCode(user, code.toLowerCase());
    expect(await heading(`Your code: ${code}`)).toHaveFocus();
    expect(address()).toBe(`/webinar?code=${code}`);
    expect(await player()).toBe(video);
    await waitFor(async () => {
      expect((await webinar().check({ code }))?.dateStartedWatching).not.toBeNull();
    });
    expect(screen.queryByRole('button', { name: 'Skip to Offer' })).not.toBeInTheDocument();
    fireEvent.ended(video);
    expect(await heading('Choose your thank-you gift')).toHaveFocus();
    expect(address()).toBe(`/webinar?code=${code}&step=offer`);
    expect((await webinar().check({ code }))?.dateFinishedWatching).not.toBeNull();
  });

  test('opens the offer immediately if it is entered after the video', async () => {
    const { user } = await web.open('/webinar');
    await user.click(await play());
    fireEvent.ended(await player());
    await enterCode(user);
    await heading('Choose your thank-you gift');
    expect(await webinar().check({ code })).toMatchObject({
      dateStartedWatching: expect.any(Date),
      dateFinishedWatching: expect.any(Date),
    });
  });

  test('shows Skip to Offer after the video is finished', async () => {
    await recordVideoEnd();
    const { user } = await web.open(`/webinar?code=${code}`);
    await user.click(await screen.findByRole('button', { name: 'Skip to Offer' }));
    await heading('Choose your thank-you gift');
    await user.click(screen.getByRole('button', { name: 'Watch the webinar again' }));
    expect(await play()).toBeVisible();
  });

  test('opens no offer before the video was watched, whatever the URL is', async () => {
    await webinar().change({ code, dateStartedWatching: new Date() });
    await web.open(`/webinar?code=${code}&step=survey`);
    await heading(`Your code: ${code}`);
    expect(screen.queryByLabelText('Business name')).not.toBeInTheDocument();
  });

  test("[S8 webinar] shows 'There was an issue.' and Retry if the times cannot be recorded", async () => {
    const { user } = await web.open('/webinar');
    await play();
    const network = globalThis.fetch;
    let broken = true;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      broken && String(input).includes('webinar.change')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : network(input, init),
    );
    await enterCode(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('There was an issue.');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    await waitFor(async () => {
      expect((await webinar().check({ code }))?.dateStartedWatching).not.toBeNull();
    });
  });
});

describe('[S2 webinar] the offer', () => {
  beforeEach(recordVideoEnd);

  test('includes the survey or the loyalty sign-up, and is kept after a reload', async () => {
    await web.open(`/webinar?code=${code}&step=offer`);
    await heading('Choose your thank-you gift');
    expect(screen.getByRole('heading', { level: 3, name: 'Free Lunch Survey - $5' })).toBeVisible();
    expect(screen.getByText(/\$50 gift card/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Become a Loyalty Affiliate' })).toHaveAttribute(
      'href',
      `/affiliates/loyalty?signup=loyalty&code=${code}`,
    );
  });

  test('[S5 webinar, S3 webinar] has a survey that requires all fields and has the six restaurants', async () => {
    const { user } = await web.open(`/webinar?code=${code}&step=offer`);
    await user.click(await screen.findByRole('button', { name: 'Take the survey' }));
    expect(await heading('Free Lunch Survey - $5')).toBeVisible();
    const options = within(screen.getByLabelText('Restaurant for your lunch')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Choose a restaurant',
      'Dairy Queen',
      'Subway',
      'Burger King',
      'IHOP',
      'Papa Johns',
      'Cracker Barrel',
    ]);
    await sendSurvey(user);
    for (const label of ['Business name', 'Your name', 'Email', 'Phone', 'Restaurant for your lunch']) {
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/Required Field/));
    }
    await user.click(screen.getByRole('button', { name: 'Back to the offer' }));
    await heading('Choose your thank-you gift');
  });

  test('ends with a thank-you after the survey, which returning visitors see', async () => {
    const { user, unmount } = await web.open(`/webinar?code=${code}&step=survey`);
    await fillIn(user);
    await sendSurvey(user);
    await expectFocus(await heading('Thank you!'));
    expect(screen.getByText(/Your \$5 lunch certificate/)).toBeVisible();
    unmount();
    const secondVisit = await web.open('/webinar');
    await heading('Thank you!');
    secondVisit.unmount();
    for (const step of ['', '&step=offer', '&step=survey']) {
      const secondVisit = await web.open(`/webinar?code=${code}${step}`);
      await heading('Thank you!');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      secondVisit.unmount();
    }
  });

  test('[S8 webinar] shows the error and the thank-you in a second tab', async () => {
    const { user } = await web.open(`/webinar?code=${code}&step=survey`);
    await fillIn(user);
    await webinar().submitSurvey({ code, form: SURVEY });
    await sendSurvey(user);
    await heading('Thank you!');
    expect(screen.getByRole('alert')).toHaveTextContent('There was an issue.');
  });

  test('mentions the gift card in the thank-you after a sign-up', async () => {
    await database.db
      .updateTable('webinarCodes')
      .set({ selection: 'SELECTED_SIGN_UP', selectedAt: new Date() })
      .where('code', '=', code)
      .execute();
    await web.open(`/webinar?code=${code}`);
    await heading('Thank you!');
    expect(screen.getByText(/Your \$50 gift card/)).toBeVisible();
  });
});
