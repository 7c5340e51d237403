import { useState } from 'react';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './own-affiliate.module.css';
import { qrPng, qrSvg } from './qr-files.ts';

interface QrDownloadsProps {
  text: string;
  /** The file's name: 'everything-card-DEMO.png'. */
  name: string;
}

/** Downloads of the QR code as SVG and PNG. */
export function QrDownloads({ text, name }: QrDownloadsProps) {
  const [failed, setFailed] = useState(false);

  async function download(make: (text: string) => Promise<Blob>, ending: string) {
    setFailed(false);
    try {
      saveFile(await make(text), `everything-card-${name}.${ending}`);
    } catch {
      setFailed(true);
    }
  }

  return (
    <div>
      <div className={classes.downloads}>
        <Button variant="secondary" onClick={() => download(qrPng, 'png')}>
          Download QR code as PNG
        </Button>
        <Button variant="secondary" onClick={() => download(qrSvg, 'svg')}>
          Download QR code as SVG
        </Button>
      </div>
      {failed ? <p role="alert">The picture could not be made. Please try again.</p> : null}
    </div>
  );
}
