import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { receiptView } from './receipt.schema.ts';
import { renderReceiptPdf } from './receipt-pdf.ts';

// Runs in a worker thread, because drawing a PDF would block the server.

const text = z.string().nullable();
const { view, seller } = z
  .object({
    view: receiptView,
    seller: z.object({
      name: z.string(),
      phone: text,
      email: text,
      hours: text,
      postalAddress: text,
      isRehearsal: z.boolean(),
    }),
  })
  .parse(workerData);

parentPort?.postMessage(await renderReceiptPdf(view, seller));
