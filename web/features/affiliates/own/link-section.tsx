import { useState } from 'react';
import { REFERRAL_DAYS } from '#web/lib/referral.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyLink } from '#web/ui/copy-link.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { QrCode } from '#web/ui/qr-code/qr-code.tsx';
import { drawQr } from '#web/ui/qr-code/qr-drawing.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './own-affiliate.module.css';

/** Scanners need a light margin of 4 modules (QR squares) around the code. */
const QUIET_ZONE_MODULES = 4;
/** Large enough to print on a full page. */
const PIXELS_PER_MODULE = 24;

/** Draws the code black on white, including the quiet zone. */
async function createQrSvg(text: string): Promise<Blob> {
  const { size, path } = await drawQr(text);
  const side = size + 2 * QUIET_ZONE_MODULES;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}" ` +
    `width="${side * PIXELS_PER_MODULE}" height="${side * PIXELS_PER_MODULE}" shape-rendering="crispEdges">` +
    `<path d="M${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES}h${side}v${side}h${-side}z" fill="#fff"/><path d="${path}"/></svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

async function createQrPng(text: string): Promise<Blob> {
  const { size, path } = await drawQr(text);
  const side = (size + 2 * QUIET_ZONE_MODULES) * PIXELS_PER_MODULE;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.scale(PIXELS_PER_MODULE, PIXELS_PER_MODULE);
  context.translate(QUIET_ZONE_MODULES, QUIET_ZONE_MODULES);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture')) : resolve(blob)), 'image/png');
  return promise;
}

interface QrDownloadsProps {
  content: string;
  /** The reference code, which becomes part of the file's name, as in 'everything-card-DEMO.png'. */
  fileName: string;
}

function QrDownloads({ content, fileName }: QrDownloadsProps) {
  const [failed, setFailed] = useState(false);

  async function download(render: (text: string) => Promise<Blob>, extension: string) {
    setFailed(false);
    try {
      saveFile(await render(content), `everything-card-${fileName}.${extension}`);
    } catch {
      setFailed(true);
    }
  }

  return (
    <div>
      <div className={layout.row}>
        <Button variant="secondary" onClick={() => download(createQrPng, 'png')}>
          Download QR code as PNG
        </Button>
        <Button variant="secondary" onClick={() => download(createQrSvg, 'svg')}>
          Download QR code as SVG
        </Button>
      </div>
      {failed ? <p role="alert">We couldn’t create the picture. Please try again.</p> : null}
    </div>
  );
}

export type Overview = NonNullable<RouterOutputs['affiliates']['overview']>;

export function LinkSection({ overview }: { overview: Overview }) {
  const { link, referenceCode, roles, visits, signups, sales } = overview;
  return (
    <section aria-labelledby="own-link" className={`${layout.section} ${classes.section}`}>
      <h2 id="own-link">Your link</h2>
      <p className={classes.lead}>
        You’re signed up as {roles.join(' and ')}. Anyone who buys within {REFERRAL_DAYS} days of using your
        link is credited to you.
      </p>
      {referenceCode === '' ? (
        <Notice title="You don’t have a reference code yet">
          Please contact customer support to get one.
        </Notice>
      ) : (
        <div className={classes.link}>
          <div className={classes.qr}>
            <QrCode text={link} label="QR code for your link" />
          </div>
          <div className={classes.linkWords}>
            <p className={classes.address}>{link}</p>
            <div className={classes.copy}>
              <CopyLink link={() => link} targetName="Everything Card with your code" />
            </div>
            <p>
              Your reference code is <strong>{referenceCode}</strong>. Buyers can also type it as their
              reference.
            </p>
            <QrDownloads content={link} fileName={referenceCode} />
          </div>
        </div>
      )}
      <dl className={classes.reach}>
        <ReachFact name="Visits from your link" count={visits} />
        <ReachFact name="Sign-ups" count={signups} />
        <ReachFact name="Sales" count={sales} />
      </dl>
      {visits + signups + sales > 0 ? null : (
        <p className={classes.remark}>
          Nobody has used your link yet. Send it to someone who’d like the card.
        </p>
      )}
    </section>
  );
}

function ReachFact({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count.toLocaleString('en-US')}</dd>
    </div>
  );
}
