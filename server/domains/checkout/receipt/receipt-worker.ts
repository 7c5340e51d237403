import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { receiptView, statement } from './receipt.schema.ts';
import { renderReceiptPdf, renderStatementPdf } from './receipt-pdf.ts';

// Runs in a worker thread, because drawing a PDF would block the server.

const text = z.string().nullable();
const { document, seller } = z
  .object({
    document: z.union([statement, receiptView]),
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

parentPort?.postMessage(
  await ('receipts' in document ? renderStatementPdf(document, seller) : renderReceiptPdf(document, seller)),
);
