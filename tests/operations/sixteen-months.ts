import { withDatabase } from '../bench/support/database.ts';
import { openLife } from './sixteen-months/life.ts';
import { writeStory } from './sixteen-months/story.ts';

// Lives 16 months of every role on a moved clock, and compares what happened with what was emailed (D67). Usage:
//   node tests/operations/sixteen-months.ts
// Prints each event with how often it happened, and exits with 1 if a change was silent, an email was sent
// twice, or a charge has no receipt.

const DAYS = 490;

await withDatabase(async ({ client }) => {
  const life = await openLife(client.db);
  const story = Map.groupBy(await writeStory(life), ({ day }) => day);
  for (let day = 0; day < DAYS; day++) {
    for (const { name, run } of story.get(day) ?? []) await life.record(name, run);
    await life.record(`day ${day + 1}`, life.passDay);
    if (day % 30 === 29) console.log(`day ${day + 1}`);
  }
  const { table, faults } = await life.report();
  console.log(table);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(`${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
  await life.close();
});
