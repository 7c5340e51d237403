import type { Command } from './command.ts';

/**
 * Imports the commands that use the database, keyed by npm script. Each is imported only when it runs, because
 * all of them together import most of the server.
 */
export const COMMANDS = {
  accounts: async () => (await import('./commands/accounts.ts')).accountsCommand,
  'staff-token': async () => (await import('./commands/staff-token.ts')).staffTokenCommand,
  stores: async () => (await import('./commands/stores.ts')).storesCommand,
  'tax-forms': async () => (await import('./commands/tax-forms.ts')).taxFormsCommand,
  payouts: async () => (await import('./commands/payouts.ts')).payoutsCommand,
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand,
  ledger: async () => (await import('./commands/ledger.ts')).ledgerCommand,
  webhooks: async () => (await import('./commands/webhooks.ts')).webhooksCommand,
  content: async () => (await import('./commands/content.ts')).contentCommand,
  mails: async () => (await import('./commands/mails.ts')).mailsCommand,
  reconcile: async () => (await import('./commands/reconcile.ts')).reconcileCommand,
  purchases: async () => (await import('./commands/purchases.ts')).purchasesCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  'db:migrate': async () => (await import('./commands/database.ts')).migrateCommand,
  'db:seed': async () => (await import('./commands/database.ts')).seedCommand,
} as const satisfies Record<string, () => Promise<Command>>;

export type CommandName = keyof typeof COMMANDS;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
