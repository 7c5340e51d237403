import { loadConfig } from '../config/config.ts';
import { readAddress } from '../integrations/stripe-sandbox/address.ts';
import { SandboxControl } from '../integrations/stripe-sandbox/control.ts';
import { UsageError } from './command.ts';
import { commandSandbox, SANDBOX_USAGE } from './sandbox-command.ts';

/** `npm run sandbox -- …`: reaches the sandbox of the running server through the address in its data folder. */
async function main(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(SANDBOX_USAGE);
  const { dataDir } = loadConfig();
  const address = readAddress(dataDir);
  if (address === null) {
    throw new Error(`No sandbox runs for ${dataDir}. It runs beside the server: npm start`);
  }
  console.log(await commandSandbox(new SandboxControl(address), args));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  const sentence = error instanceof Error ? error.message : String(error);
  const refused = error instanceof TypeError && sentence === 'fetch failed';
  console.error(refused ? 'The sandbox does not answer: is the server running?' : sentence);
  if (error instanceof UsageError) console.error(`\n${SANDBOX_USAGE}`);
}
