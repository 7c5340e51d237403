import type { Command } from './command.ts';
import { accountsCommand } from './commands/accounts.ts';
import { backupCommand } from './commands/backup.ts';
import { cardsCommand } from './commands/cards.ts';
import { companyCommand } from './commands/company.ts';
import { contentCommand } from './commands/content.ts';
import { migrateCommand, seedCommand } from './commands/database.ts';
import { jobsCommand } from './commands/jobs.ts';
import { ledgerCommand } from './commands/ledger.ts';
import { mailsCommand } from './commands/mails.ts';
import { membershipsCommand } from './commands/memberships.ts';
import { payoutsCommand } from './commands/payouts.ts';
import { purchasesCommand } from './commands/purchases.ts';
import { reconcileCommand } from './commands/reconcile.ts';
import { staffTokenCommand } from './commands/staff-token.ts';
import { storesCommand } from './commands/stores.ts';
import { taxFormsCommand } from './commands/tax-forms.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { webinarCommand } from './commands/webinar.ts';

/** The commands that use the database, keyed by npm script. */
export const COMMANDS = {
  accounts: accountsCommand,
  'staff-token': staffTokenCommand,
  stores: storesCommand,
  'tax-forms': taxFormsCommand,
  payouts: payoutsCommand,
  jobs: jobsCommand,
  ledger: ledgerCommand,
  webhooks: webhooksCommand,
  webinar: webinarCommand,
  content: contentCommand,
  mails: mailsCommand,
  cards: cardsCommand,
  company: companyCommand,
  memberships: membershipsCommand,
  reconcile: reconcileCommand,
  purchases: purchasesCommand,
  backup: backupCommand,
  'db:migrate': migrateCommand,
  'db:seed': seedCommand,
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
