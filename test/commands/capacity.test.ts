import { expect, test } from 'vitest';
import { refuseUnsentObjectives } from '../../src/commands/capacity/capacity-order.ts';
import { readConfiguration } from '../../src/commands/configuration/configuration.ts';
import { assay, expectRefused } from '../support/assay-in-process.ts';

test('capacity: the help names the command that starts a gateway with slots', async () => {
  const { stdout } = await assay(['capacity', '--help']);
  expect(stdout).toContain('assay serve --port 8080 --slots 8 --service-time 200ms');
});

test('capacity: a dry run lists what would be sent, and the longest duration', async () => {
  const run = await assay(['capacity', '--dry-run', '--time-limit', '2m', '--max-rate', '100/s']);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(
    /start at 4\/s, double the rate until one is not sustained, up to 100\/s, .* stop after 2 min\.$/m,
  );
});

test.each([
  [['--operation', 'chatt'], /^Unknown operation: chatt\. Did you mean chat\?/],
  [['--start-rate', '50/s', '--max-rate', '20/s'], /^--start-rate is above --max-rate/],
  [['--at-least', '50/s', '--max-rate', '20/s'], /^--at-least is above --max-rate/],
  [['--headroom', '130%'], /^--headroom needs a share below 100%, such as 30%; got "130%"/],
  [['--headroom', '30%'], /^--headroom needs --plan-for RATE\. Add --plan-for RATE, or remove/],
  [['--time-limit', '10'], /^--time-limit needs a number and a unit/],
  [['--step-duration', '10ms'], /^--step-duration needs at least 1s/],
  [['--upstream', '9000'], /^--upstream needs/],
  [['--upstream', '127.0.0.1:0', '--target', 'container'], /^--upstream cannot be combined with/],
  [['--in-flight', '0'], /^--in-flight needs an integer from 1 to 20000/],
  [
    ['--operation', 'chat', '--scenario', 'images'],
    /^--operation and --scenario cannot be combined\./,
  ],
])('capacity: %j is reported with exit code 3', async (args, message) => {
  await expectRefused(['capacity', ...args], message);
});

async function refusal(scenario: string, objective: string): Promise<string> {
  const configuration = await readConfiguration(undefined, {
    workload: { scenario },
    slo: [objective],
  });
  try {
    refuseUnsentObjectives(configuration);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.each([
  ['chat', 'chat ttft p95 < 1s', 'The scenario chat requests no stream for chat.'],
  ['chat', 'all itl p95 < 1s', 'The scenario chat requests no stream.'],
  ['chat', 'chat stream e2e p95 < 1s', 'The scenario chat requests no stream for chat.'],
  ['chat', 'chat stream errors <= 1%', 'The scenario chat requests no stream for chat.'],
  ['chat', 'chat slow e2e p95 < 1s', 'The scenario chat has no slow reader for chat.'],
  ['mixed', 'images slow e2e p95 < 1s', 'The scenario mixed has no slow reader for images.'],
  ['chat', 'chat replay p95 < 1s', 'chat repeats no answered idempotency key for chat.'],
  ['slow-reader', 'chat e2e p95 < 1s', 'has only slow readers for chat'],
])('unsent: in %s, "%s" is refused', async (scenario, objective, why) => {
  const message = await refusal(scenario, objective);
  expect(message).toContain(`Objective can never be measured: ${objective}.`);
  expect(message).toContain(why);
});

test.each([
  ['chat', 'chat body e2e p95 < 1s'],
  ['chat', 'all errors <= 1%'],
  ['chat', 'chat throughput > 1/s'],
  ['chat-stream', 'chat ttft p95 < 1s'],
  ['chat-stream', 'chat body e2e p95 < 1s'],
  ['slow-reader', 'chat slow ttft p95 < 1s'],
  ['slow-reader', 'chat errors <= 1%'],
  ['mixed', 'responses slow e2e p95 < 1s'],
  ['mixed', 'all replay p95 < 1s'],
  ['mixed', 'all ttft p95 < 1s'],
  ['./mine.ts', 'chat ttft p95 < 1s'],
])('unsent: in %s, "%s" may be measured', async (scenario, objective) => {
  expect(await refusal(scenario, objective)).toBe('');
});
