import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '#web/lib/save-file.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { earnsOnSales } from '../earnings-section.tsx';
import type { Overview } from '../link-section.tsx';
import classes from '../own-affiliate.module.css';
import type { PictureSize } from './share-picture.ts';
import '#web/ui/styles/mantine-rest.css';

interface ShareText {
  title: string;
  text: string;
}

interface ShareDetails {
  link: string;
  code: string;
  /** False if sales earn the affiliate nothing, as with a donation. */
  earns: boolean;
}

/** Returns texts to share. Anyone who earns from a sale has to disclose it. */
function listShareTexts({ link, code, earns }: ShareDetails): ShareText[] {
  const disclosure = earns ? '\n\nI earn a commission if you buy with my link.' : '';
  const texts = [
    {
      title: 'A short post',
      text: `The Everything Card is a membership that saves you money at participating local and national businesses. See who’s in before you buy: ${link}`,
    },
    {
      title: 'A message to a friend',
      text: `Have you heard of the Everything Card? You show it at checkout and save at businesses near you. Type your ZIP code on their site to see which ones are in, then decide: ${link}`,
    },
    {
      title: 'A flyer or bulletin board',
      text: `Save at businesses near you with the Everything Card.\n\nScan the code or open ${link}\n\nWhen you buy, enter ${code} as your reference.`,
    },
  ];
  return texts.map(({ title, text }) => ({ title, text: `${text}${disclosure}` }));
}

const PICTURES: ReadonlyArray<PictureSize & { name: string; label: string }> = [
  { name: 'square', label: 'Download a square picture', width: 1080, height: 1080 },
  { name: 'wide', label: 'Download a wide picture', width: 1200, height: 630 },
];

/** Offers ready-made texts and images with one of the affiliate's links. */
export function ShareSection({ overview }: { overview: Overview }) {
  const { referenceCode: code, donates } = overview;
  const links = trpc.affiliates.links.list.useQuery();
  const [name, setName] = useState('');
  const namedLink = links.data?.find((link) => link.name === name);
  const link = namedLink?.url ?? overview.link;
  if (code === '') return null;
  const earns = !donates && earnsOnSales(overview);
  return (
    <section aria-labelledby="own-share" className={`${layout.section} ${classes.section}`}>
      <h2 id="own-share">Posts and pictures to share</h2>
      {links.data === undefined || links.data.length === 0 ? null : (
        <NativeSelect
          label="Link to use"
          value={namedLink?.name ?? ''}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data={[
            { value: '', label: 'Your link without a name' },
            ...links.data.map((option) => option.name),
          ]}
          maw="24rem"
        />
      )}
      {listShareTexts({ link, code, earns }).map(({ title, text }) => (
        <article key={title} className={classes.shareText} aria-label={title}>
          <h3>{title}</h3>
          <blockquote>{text}</blockquote>
          <CopyButton value={text} label={`Copy: ${title.toLowerCase()}`} />
        </article>
      ))}
      <Pictures link={link} code={code} fileName={[code, ...(namedLink ? [namedLink.name] : [])].join('-')} />
    </section>
  );
}

function Pictures({ link, code, fileName }: { link: string; code: string; fileName: string }) {
  const [hasFailed, setHasFailed] = useState(false);

  async function download({ name, width, height }: (typeof PICTURES)[number]) {
    setHasFailed(false);
    try {
      const { createSharePicture } = await import('./share-picture.ts');
      const picture = await createSharePicture({ width, height, link, code });
      saveFile(picture, `everything-card-${fileName}-${name}.png`);
    } catch {
      setHasFailed(true);
    }
  }

  return (
    <div>
      <p>Pictures with your code and a QR code for your link:</p>
      <div className={layout.row}>
        {PICTURES.map((picture) => (
          <Button key={picture.name} variant="secondary" onClick={() => download(picture)}>
            {`${picture.label} (${picture.width}\u00a0×\u00a0${picture.height})`}
          </Button>
        ))}
      </div>
      {hasFailed ? <p role="alert">We couldn’t create the picture. Please try again.</p> : null}
    </div>
  );
}
