import type { Report } from '../support/report.ts';
import type { Buyer } from './buyers.ts';
import type { Defects } from './check.ts';
import type { DatabaseOutage } from './database-outage.ts';
import type { SentMails } from './mails.ts';
import { type Shop, WRONG_ANSWERS } from './shopping.ts';

const MAX_REPEATED_MAILS = 0.001;
/**
 * How many emails a short run may repeat. It kills many servers compared with the few emails that it sends.
 */
const MAX_REPEATED_IN_SHORT_RUN = 3;

export interface Outcome {
  buyers: Buyer[];
  shop: Shop;
  counts: Record<string, number>;
  unexpectedExits: string[];
  pending: string[];
  /** Buyers whose outcome was still unknown after several more visits without faults. */
  stuck: string[];
  wrongAnswers: Array<{ name: (typeof WRONG_ANSWERS)[number]; facts: string }>;
  defects: Defects;
  mails: SentMails;
  databaseOutage: DatabaseOutage;
  /** How many seconds each part of the run took. */
  seconds: Record<string, number>;
}

/** Lists what must not happen more than `max` times, with the cases that happened. */
export function listLimits(outcome: Outcome): Array<{ name: string; max: number; cases: string[] }> {
  const { databaseOutage, defects, unexpectedExits, mails, pending, stuck, wrongAnswers } = outcome;
  return [
    ...Object.entries(defects).map(([name, cases]) => ({ name, max: 0, cases })),
    { name: 'pending 15 minutes after Stripe answered again', max: 0, cases: pending },
    { name: 'buyers who never got their purchase', max: 0, cases: stuck },
    ...WRONG_ANSWERS.map((name) => ({
      name,
      max: 0,
      cases: wrongAnswers.filter((answer) => answer.name === name).map(({ facts }) => facts),
    })),
    { name: 'servers that ended by themselves', max: 0, cases: unexpectedExits },
    { name: 'answers other than 503 without a database', max: 0, cases: databaseOutage.wrongAnswers },
    { name: 'mails sent twice without a kill', max: 0, cases: mails.repeated },
    {
      name: 'mails sent twice, by a kill between sending and recording',
      max: Math.max(MAX_REPEATED_IN_SHORT_RUN, Math.ceil(mails.sent * MAX_REPEATED_MAILS)),
      cases: mails.repeatedByKill,
    },
  ];
}

const toRows = (counts: Record<string, number>) =>
  Object.entries(counts).map(([name, count]) => [name, String(Math.round(count))]);

export function createReport(outcome: Outcome, title: string): Report {
  const { counts, databaseOutage, mails, seconds, shop } = outcome;
  const limits = listLimits(outcome);
  return {
    title,
    tables: [
      {
        columns: ['must not happen', 'count', 'at most'],
        rows: limits.map(({ name, max, cases }) => [name, String(cases.length), String(max)]),
      },
      {
        columns: ['what happened', 'count'],
        rows: toRows({ submissions: shop.submissions, 'mails sent': mails.sent, ...counts }),
      },
      { columns: ['answer to a submission', 'count'], rows: toRows(shop.answers) },
      { columns: ['while the database was away', 'count'], rows: toRows(databaseOutage.counts) },
      { columns: ['part of the run', 'seconds'], rows: toRows(seconds) },
    ],
    notes: limits
      .filter(({ max, cases }) => cases.length > max)
      .flatMap(({ name, cases }) => cases.map((facts) => `${name}: ${facts}`)),
  };
}
