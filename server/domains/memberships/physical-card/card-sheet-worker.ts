import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { streamCardSheetPdf } from './card-sheet-pdf.ts';

// Runs in a worker thread, because drawing a PDF would block the server.

const sheet = z
  .object({
    title: z.string(),
    paper: z.enum(['letter', 'a4']),
    printedAt: z.date(),
    cards: z.array(
      z.object({
        number: z.string(),
        planName: z.string(),
        holder: z.string(),
        familyNames: z.array(z.string()),
        expiresAt: z.date(),
        verificationUrl: z.string(),
      }),
    ),
    emptyText: z.string(),
  })
  .parse(workerData);

for await (const piece of streamCardSheetPdf(sheet)) parentPort?.postMessage(piece);
