import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('load-log');

const CHAT = ['load', '--scenario', 'chat', '--arrival-rate', '20/s'];

test('load: a log gets a line at the start, every few seconds, and at the end', async () => {
  const run = await assay([...CHAT, '--duration', '7s', '--out', join(folder, 'log')]);
  const [target, ...lines] = run.stderr.trimEnd().split('\n');
  expect(target).toMatch(/^Target: embedded, /);
  expect(lines[0]).toMatch(/^Load: chat, /);
  expect(lines[1]).toMatch(
    /^\d+ s of 7 s, .* left · \d+ requests, 0 errors, 0 findings · generator .* · objectives: \d+ of \d+ met/,
  );
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
  expect(lines.at(-1)).toMatch(/^Load: ended after 7 s, \d+ requests$/);
  expect(lines.length).toBeLessThan(7);
  expect(run.stderr).not.toContain('\u001b');
});
