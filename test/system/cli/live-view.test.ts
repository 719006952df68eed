import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportIn, testFolder, writerIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('live');

const CHAT = ['load', '--scenario', 'chat', '--arrival-rate', '20/s'];

const config = writerIn(folder);

test.concurrent('load: with --quiet only the result is printed', async () => {
  const out = join(folder, 'quiet');
  const run = await assay([...CHAT, '--duration', '2s', '--quiet', '--out', out]);
  expect(run.stderr).toBe('');
  expect(run.stdout).toMatch(/^ PASS {2}load of /);
});

test.concurrent('load: --slo replaces the objectives of the file, and each has its margin', async () => {
  const out = join(folder, 'slo');
  const file = await config('slo.yaml', 'slo:\n  - chat e2e p50 < 1ms\n');
  const slo = ['--slo', 'chat e2e p50 < 1min', '--slo', 'throughput >= 1/s'];
  const run = await assay([...CHAT, '--duration', '2s', '--config', file, ...slo, '--out', out]);
  expect(run.code).toBe(0);
  const report = await reportIn(out);
  expect(report.slo.map(({ objective }) => objective)).toEqual([
    'chat e2e p50 < 1min',
    'throughput >= 1/s',
  ]);
  for (const { met, margin, measured, limit } of report.slo) {
    expect(met).toBe(true);
    expect(margin?.value).toBeCloseTo(Math.abs((measured ?? 0) - limit), 6);
    expect(margin?.percentOfLimit).toBeGreaterThan(0);
  }
  expect(report.load?.operations.chat?.goodput).toBeGreaterThan(1);
});

test.concurrent('load: a hopeless load ends early with exit code 1, and the report has the reason', async () => {
  const out = join(folder, 'abort');
  const file = await config(
    'abort.yaml',
    'slo: [all errors <= 0%]\nabortOn:\n  - chat e2e p50 > 1ms over 2s\n',
  );
  const run = await assay([...CHAT, '--duration', '60s', '--config', file, '--out', out]);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/Load: aborted by abortOn \(chat e2e p50 > 1ms over 2s\) after /);
  const report = await reportIn(out);
  expect(report).toMatchObject({ outcome: 'fail', partial: true });
  expect(report.reasons[0]).toMatch(
    /^Load ended early after .*: chat e2e p50 > 1ms over 2s \(measured /,
  );
  expect(report.load?.abortedBy).toMatchObject({ windowMs: 2000, limit: 1, unit: 'ms' });
  expect(report.load?.judgedShare).toBe(1);
  expect(report.load?.durationMs).toBeLessThan(30_000);
});

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
