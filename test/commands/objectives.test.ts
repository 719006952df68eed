import { join } from 'node:path';
import { test } from 'vitest';
import { json } from '../../src/report/formats/json.ts';
import { conformanceOnly, passingGate } from '../report/sample-report.ts';
import { expectRefused } from '../support/assay-in-process.ts';
import { testFolder, writerIn } from '../support/test-folder.ts';

const folder = await testFolder('objectives');

const config = writerIn(folder);

test('load: abortOn with --judge after is reported with exit code 3', async () => {
  const file = await config('after.yaml', 'abortOn:\n  - all errors > 20%\n');
  await expectRefused(
    ['load', '--config', file, '--judge', 'after'],
    /^abortOn cannot be combined with --judge after: /,
  );
});

test.each([
  [
    'all errors > 20% over 1h',
    'abortOn can never end this load: "all errors > 20% over 1h" applies after 60 min (its "over"), and the load lasts 4 s. Shorten "over", or extend the load.\n',
  ],
  [
    'all errors > 20%',
    'abortOn can never end this load: "all errors > 20%" applies after 10 s (its "over"), and the load lasts 4 s. Shorten "over", or extend the load.\n',
  ],
  [
    'all errors > 20% over 2s after 5s',
    'abortOn can never end this load: "all errors > 20% over 2s after 5s" applies after 5 s (its "after"), and the load lasts 4 s. Shorten "after", or extend the load.\n',
  ],
  [
    'all errors > 20% over 0s',
    'Condition "all errors > 20% over 0s" needs at least 1s after over, because conditions are evaluated once a second; got 0s.\n',
  ],
])('load: abortOn "%s" of a load of 4 s is reported with exit code 3', async (text, sentence) => {
  const file = await config('idle.yaml', `abortOn:\n  - ${text}\n`);
  await expectRefused(['load', '--config', file, '--duration', '4s'], sentence);
});

test('load: a relative objective without --against is exit code 3', async () => {
  const file = await config('relative.yaml', 'slo:\n  - chat ttft p95 <= 110% of baseline\n');
  await expectRefused(
    ['load', '--config', file],
    /^Objective is relative to a baseline that is not known: "chat ttft p95 <= 110% of baseline"\. Name the report\.json of an earlier run with --against/,
  );
});

test('load: --against a report without a load is exit code 3', async () => {
  const file = await config('conform.json', json.render(conformanceOnly()));
  await expectRefused(
    ['load', '--against', file],
    /^--against needs the report of a load: .*conform\.json has none\./,
  );
});

test.each([
  [
    'none.json',
    undefined,
    /^Cannot read .*none\.json \(ENOENT\)\. --against needs the report\.json/,
  ],
  ['text.json', 'report', /^File is not valid JSON: .*text\.json\. --against needs/],
  ['other.json', '{}', /^File is neither a run report nor a behaviour sheet: /],
])('load: --against %s is exit code 3', async (name, content, sentence) => {
  const file = content === undefined ? join(folder, name) : await config(name, content);
  await expectRefused(['load', '--against', file], sentence);
});

test('load: an objective for which the baseline has no figure is exit code 3', async () => {
  const file = await config('load.json', json.render(passingGate()));
  await expectRefused(
    ['load', '--against', file, '--slo', 'chat ttft p97 < 110% of baseline'],
    /^The baseline of --against has no figure for this objective: /,
  );
});

test('load: --min-effect without --against is exit code 3', async () => {
  await expectRefused(['load', '--min-effect', '5%'], /^--min-effect needs --against\./);
});
