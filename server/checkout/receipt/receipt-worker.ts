import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { receiptView } from './receipt.schema.ts';
import { renderReceiptPdf } from './receipt-pdf.ts';

// Runs in a worker thread, because drawing a PDF would block the server.

const text = z.string().nullable();
const { view, support } = z
  .object({
    view: receiptView,
    support: z.object({ phone: text, email: text, hours: text, postalAddress: text }),
  })
  .parse(workerData);

parentPort?.postMessage(await renderReceiptPdf(view, support));
