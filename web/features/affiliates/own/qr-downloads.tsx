import { useState } from 'react';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './own-affiliate.module.css';
import { createQrPng, createQrSvg } from './qr-files.ts';

interface QrDownloadsProps {
  content: string;
  /** The reference code, which becomes part of the file's name, as in 'everything-card-DEMO.png'. */
  fileName: string;
}

export function QrDownloads({ content, fileName }: QrDownloadsProps) {
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
      <div className={classes.downloads}>
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
