import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReader } from '#db/reader.ts';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const FOLDER = join(import.meta.dirname, '../../../server/deploy/prometheus');
const readAll = (name: string) => readFile(join(FOLDER, name), 'utf8');
const database = testDb();
testApp(database);

/** Metrics that come from Prometheus itself or from a machine's node exporter. */
const NOT_OURS = ['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes'];
/** Matches the PromQL keywords and functions that look like a metric. */
const PROMQL =
  /\b(sum|max|min|abs|by|and|or|unless|rate|increase|time|timestamp|histogram_quantile|min_over_time|le)\b/g;

const listMatches = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, match = '']) => match);

test('each alert has a page whose command shows the cause, and a test', async () => {
  const alerts = listMatches(await readAll('alerts.yml'), /^ +- alert: (\w+)$/gm);
  const pages = await readAll('ALERTS.md');
  expect(listMatches(pages, /^## (\w+)\n\n```sh\n.+\n```$/gm)).toEqual(alerts);
  const tested = listMatches(await readAll('alerts.test.yml'), /alertname="(\w+)"/g);
  expect(alerts.filter((alert) => !tested.includes(alert))).toEqual([]);
});

test('each alert is about metrics that the server has', async () => {
  const rules = await readAll('alerts.yml');
  const expressions = listMatches(rules, /expr: ([\s\S]*?)\n +(?:for|labels):/g);
  const usedMetrics = expressions.flatMap((expression) =>
    expression
      .replaceAll(/\{[^}]*\}|\[\w+\]|\bby \([^)]*\)/g, '')
      .replaceAll(PROMQL, '')
      .match(/\b[a-z][a-z_0-9]+\b/g),
  );
  const appUnderTest = await buildTestApp(database.db, {
    reader: { ...createReader({ writer: database.db }), measureLag: async () => 0 },
  });
  const { body } = await appUnderTest.app.inject('/metrics');
  await appUnderTest.close();
  const knownMetrics = listMatches(body, /^# TYPE (\S+)/gm);
  const isKnown = (metric: string) =>
    knownMetrics.includes(metric.replace(/_(count|bucket|sum)$/, '')) || knownMetrics.includes(metric);
  expect(usedMetrics.filter((metric) => metric && !isKnown(metric) && !NOT_OURS.includes(metric))).toEqual(
    [],
  );
});
