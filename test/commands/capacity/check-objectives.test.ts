import { expect, test } from 'vitest';
import { refuseUnsentObjectives } from '../../../src/commands/capacity/capacity-order.ts';
import { readConfiguration } from '../../../src/commands/configuration/configuration.ts';

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
