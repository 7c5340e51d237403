import { writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { paintQr } from '#tests/helpers/qr.ts';

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES = 3;

/** Writes a video of a page's QR code, which Chromium can play as its camera. */
export async function writeCameraVideo(code: Locator, file: string): Promise<void> {
  const viewBox = (await code.getAttribute('viewBox')) ?? '';
  const path = (await code.locator('path').getAttribute('d')) ?? '';
  const { luma } = paintQr(path, Number(viewBox.split(' ')[2]), WIDTH, HEIGHT);
  const neutralChroma = new Uint8Array((WIDTH * HEIGHT) / 2).fill(128);
  const frame = [Buffer.from('FRAME\n'), luma, neutralChroma];
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame).flat()]));
}

export const cameraArgs = (file: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];
