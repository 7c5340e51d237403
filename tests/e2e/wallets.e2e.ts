import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readStoredZip } from '#tests/helpers/database/stored-zip.ts';
import { opensslVerifies } from '#tests/helpers/openssl.ts';
import { expect, test } from './support/journey.ts';
import { checkState } from './support/page-checks.ts';

const certificates = z.object({ wwdr: z.string() });

test(
  'a member adds the card to wallets and sees which wallets this server doesn’t support',
  { tag: '@phone' },
  async ({ page, runningApp }, testInfo) => {
    const googleUrls: string[] = [];
    page.on('request', (request) => {
      if (/google/.test(new URL(request.url()).host)) googleUrls.push(request.url());
    });
    await page.goto('/user');
    const login = page.getByRole('region', { name: 'Login', exact: true });
    await login.getByLabel('Email').fill('member@example.com');
    await login.getByLabel('Password', { exact: true }).fill('everything-demo');
    await login.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('link', { name: 'View Membership Card' }).first().click();
    const wallets = page.getByRole('region', { name: 'Wallets' });
    await expect(wallets.getByText(/a phone won’t install them/)).toBeVisible();

    await test.step('the Apple pass is a file that openssl finds to be signed', async () => {
      const downloadPromise = page.waitForEvent('download');
      await wallets.getByRole('link', { name: 'Add to Apple Wallet' }).click();
      const download = await downloadPromise;
      expect(download.suggestedFilename()).toMatch(/^everything-card-[\w-]{14}\.pkpass$/);
      const file = testInfo.outputPath('card.pkpass');
      await download.saveAs(file);
      const files = readStoredZip(await readFile(file));
      const [text, signature] = ['manifest.json', 'signature'].map(
        (name) => files.get(name) ?? Buffer.alloc(0),
      );
      const passJson: unknown = JSON.parse(
        await readFile(join(runningApp.dataDir, 'apple-pass.json'), 'utf8'),
      );
      const authority = certificates.parse(passJson).wwdr;
      if (!text || !signature) throw new Error('The pass has no signature');
      expect(await opensslVerifies(testInfo.outputDir, { text, signature, authority })).toBe(true);
      expect(JSON.parse(String(files.get('pass.json')))).toMatchObject({
        voided: false,
        storeCard: { secondaryFields: [{ value: 'Maria Gomez' }] },
      });
    });

    await test.step('the Google pass is made, and nothing is loaded from Google', async () => {
      await wallets.getByRole('button', { name: 'Add to Google Wallet' }).click();
      const refusal = wallets.getByText(/Google Wallet doesn’t accept passes/);
      await expect(refusal).toBeVisible();
      await expect(refusal).toBeInViewport();
      expect(googleUrls).toEqual([]);
    });
    await checkState(page, 'the card with its wallets');
  },
);
