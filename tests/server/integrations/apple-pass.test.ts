import { createHash, generateKeyPairSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPicture, PASS_PICTURES } from '#server/app/cli/draw-pass-pictures.ts';
import type { AppleWallet, PassFacts } from '#server/platform/integrations/apple-wallet/apple-wallet.ts';
import { readConfiguredCertificates } from '#server/platform/integrations/apple-wallet/configured-certificates.ts';
import type { PassCertificates } from '#server/platform/integrations/apple-wallet/pass-certificates.ts';
import { createPassThread } from '#server/platform/integrations/apple-wallet/pass-thread.ts';
import { createRecordingPush } from '#server/platform/integrations/apple-wallet/recording-push.ts';
import { createAppleWallet } from '#server/platform/integrations/apple-wallet/signed-passes.ts';
import { createStandInCertificates } from '#server/platform/integrations/apple-wallet/stand-in-certificates.ts';
import { readStoredZip } from '#tests/helpers/database/stored-zip.ts';
import { opensslVerifies } from '#tests/helpers/openssl.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
const PICTURES = fileURLToPath(
  new URL('../../../server/platform/integrations/apple-wallet/pictures/', import.meta.url),
);

const FACTS: PassFacts = {
  serialNumber: '01990000-0000-7000-8000-000000000001',
  authenticationToken: 'a'.repeat(43),
  membershipNumber: 'ABCD-EFGH-JKMN',
  planName: 'Family',
  holder: 'Zoë 北京 Gómez',
  otherNames: ['Noah Park'],
  expires: '12/05/26',
  expiresAt: new Date('2026-12-05T19:00:00Z'),
  status: 'Active',
  voided: false,
  verificationUrl: 'https://cards.example.com/verify/card/ABCDEFGHJKMN',
  manageUrl: 'https://cards.example.com/user',
  webServiceUrl: 'https://cards.example.com/api/passkit',
  supportPhone: '(555) 010-0100',
  supportEmail: null,
};

let certificates: PassCertificates;
let wallet: AppleWallet;
beforeAll(async () => {
  certificates = await createStandInCertificates(new Date());
  wallet = createAppleWallet({ certificates, isStandIn: true, push: createRecordingPush() });
});
afterAll(() => wallet?.close());

const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');
const makePassFiles = async (facts: PassFacts, version: string) =>
  readStoredZip(await wallet.makePass(facts, version));

function getFile(files: Map<string, Buffer>, name: string): Buffer {
  const file = files.get(name);
  if (!file) throw new Error(`The pass has no ${name}`);
  return file;
}

describe('an Apple pass file', () => {
  test('contains its pictures and a manifest with the digest of every file', async () => {
    const files = await makePassFiles(FACTS, 'manifest');
    const manifest = JSON.parse(getFile(files, 'manifest.json').toString());
    const hashedNames = [...files.keys()].filter((name) => !['manifest.json', 'signature'].includes(name));
    expect(Object.keys(manifest).toSorted()).toEqual(hashedNames.toSorted());
    expect(hashedNames.toSorted()).toEqual(
      ['pass.json', ...PASS_PICTURES.map(({ file }) => file)].toSorted(),
    );
    for (const name of hashedNames) expect(manifest[name]).toBe(sha1(getFile(files, name)));
    const content = JSON.parse(getFile(files, 'pass.json').toString());
    expect(content).toMatchObject({
      serialNumber: FACTS.serialNumber,
      passTypeIdentifier: wallet.passTypeId,
    });
    expect(content.storeCard.secondaryFields[0].value).toBe(FACTS.holder);
  });

  test('has a signature that openssl accepts only for this manifest and this authority', async () => {
    const files = await makePassFiles(FACTS, 'signature');
    const [text, signature] = [getFile(files, 'manifest.json'), getFile(files, 'signature')];
    const signedManifest = { text, signature, authority: certificates.wwdr };
    expect(await opensslVerifies(folder(), signedManifest)).toBe(true);
    const changedText = Buffer.from(text);
    changedText.writeUInt8(changedText.readUInt8(20) ^ 1, 20);
    expect(await opensslVerifies(folder(), { ...signedManifest, text: changedText })).toBe(false);
    const otherFiles = await makePassFiles({ ...FACTS, voided: true }, 'signature of another');
    expect(
      await opensslVerifies(folder(), { ...signedManifest, text: getFile(otherFiles, 'manifest.json') }),
    ).toBe(false);
    const otherAuthority = await createStandInCertificates(new Date());
    expect(await opensslVerifies(folder(), { ...signedManifest, authority: otherAuthority.wwdr })).toBe(
      false,
    );
  });

  test('can be marked as voided', async () => {
    const files = await makePassFiles({ ...FACTS, voided: true }, 'void');
    expect(JSON.parse(getFile(files, 'pass.json').toString())).toMatchObject({ voided: true });
  });

  test('is created once per version, even for concurrent requests', async () => {
    const passes = await Promise.all([1, 2, 3].map(() => wallet.makePass(FACTS, 'once')));
    passes.push(await wallet.makePass(FACTS, 'once'));
    expect(new Set(passes).size).toBe(1);
    const another = { ...FACTS, serialNumber: '01990000-0000-7000-8000-000000000002' };
    const otherPasses = [await wallet.makePass(FACTS, 'twice'), await wallet.makePass(another, 'once')];
    expect(new Set([...passes, ...otherPasses]).size).toBe(3);
  });
});

describe('the signing thread', () => {
  test('rejects invalid content and keeps working', async () => {
    const thread = createPassThread(certificates);
    await expect(thread.make('no json')).rejects.toThrow();
    await expect(thread.make('{}')).rejects.toThrow();
    const { passTypeId, teamId } = certificates;
    const content = { formatVersion: 1, passTypeIdentifier: passTypeId, teamIdentifier: teamId };
    const completePass = {
      ...content,
      serialNumber: '1',
      organizationName: 'x',
      description: 'x',
      storeCard: {},
    };
    expect(readStoredZip(await thread.make(JSON.stringify(completePass))).has('signature')).toBe(true);
    await thread.close();
  });

  test('rejects pending requests when it closes, and restarts for the next one', async () => {
    const thread = createPassThread(certificates);
    const pending = thread.make('{}');
    await thread.close();
    await expect(pending).rejects.toThrow();
    await expect(thread.make('no json')).rejects.toThrow('type is missing');
    await thread.close();
  });
});

describe('certificates in the settings', () => {
  const settings = () => ({ ...certificates, keyPassphrase: undefined });

  test('are accepted with a matching key, with or without a passphrase', async () => {
    expect(readConfiguredCertificates(settings())).toMatchObject({ passTypeId: certificates.passTypeId });
    const { createPrivateKey } = await import('node:crypto');
    const encryptedKey = createPrivateKey(certificates.key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'hunter2' })
      .toString();
    const configured = readConfiguredCertificates({
      ...settings(),
      key: encryptedKey,
      keyPassphrase: 'hunter2',
    });
    expect(configured.key).toMatch(/^-----BEGIN RSA PRIVATE KEY-----/);
    expect(() =>
      readConfiguredCertificates({ ...settings(), key: encryptedKey, keyPassphrase: 'wrong' }),
    ).toThrow('APPLE_PASS_KEY cannot be read');
  });

  test.each([
    ['certificate', 'APPLE_PASS_CERTIFICATE cannot be read'],
    ['wwdr', 'APPLE_PASS_WWDR cannot be read'],
    ['key', 'APPLE_PASS_KEY cannot be read'],
  ])('are refused if the %s is invalid', (name, message) => {
    const broken = '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----';
    expect(() => readConfiguredCertificates({ ...settings(), [name]: broken })).toThrow(message);
  });

  test('are refused if the key does not match or is not RSA', async () => {
    const { key } = await createStandInCertificates(new Date());
    expect(() => readConfiguredCertificates({ ...settings(), key })).toThrow('not the key of');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const elliptic = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => readConfiguredCertificates({ ...settings(), key: elliptic })).toThrow('use an RSA key');
  });
});

describe('the pictures of a pass', () => {
  test('are PNGs in the sizes that Apple requires', async () => {
    const names = (await readdir(PICTURES)).filter((name) => name.endsWith('.png'));
    expect(names.toSorted()).toEqual(PASS_PICTURES.map(({ file }) => file).toSorted());
    const sizes = { icon: [29, 29], logo: [50, 50], strip: [375, 144] };
    for (const { name, scale, file } of PASS_PICTURES) {
      const { format, width, height } = await sharp(`${PICTURES}${file}`).metadata();
      const [wide = 0, high = 0] = Object.entries(sizes).find(([fileName]) => fileName === name)?.[1] ?? [];
      expect({ file, format, width, height }).toEqual({
        file,
        format: 'png',
        width: wide * scale,
        height: high * scale,
      });
    }
  });

  test('match their SVG sources', async () => {
    for (const { name, scale, file } of PASS_PICTURES) {
      const raw = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer();
      const [stored, drawnPixels] = await Promise.all([
        raw(await readFile(`${PICTURES}${file}`)),
        raw(await drawPicture(name, scale)),
      ]);
      const difference = stored.reduce(
        (sum, value, index) => sum + Math.abs(value - (drawnPixels[index] ?? 0)),
        0,
      );
      expect(difference / stored.length).toBeLessThan(2);
    }
  });
});
