import { expect, test } from 'vitest';
import { readConfiguration } from '../../../src/commands/configuration/configuration.ts';
import { refuseUnsentObjectives } from '../../../src/commands/run/check-objectives.ts';

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
  ['chat', 'chat ttft p95 < 1s', 'The scenario chat asks for no stream of chat.'],
  ['chat', 'all itl p95 < 1s', 'The scenario chat asks for no stream.'],
  ['chat', 'chat stream e2e p95 < 1s', 'The scenario chat asks for no stream of chat.'],
  ['chat', 'chat stream errors <= 1%', 'The scenario chat asks for no stream of chat.'],
  ['chat', 'chat slow e2e p95 < 1s', 'The scenario chat reads no answer of chat slowly.'],
  ['chat-stream', 'chat body ttft p95 < 1s', 'gets no tokens in the bodies of chat'],
  ['mixed', 'images tpot p95 < 1s', 'The scenario mixed asks for no stream of images.'],
  ['mixed', 'images slow e2e p95 < 1s', 'The scenario mixed reads no answer of images slowly.'],
  ['slow-reader', 'chat e2e p95 < 1s', 'reads every answer of chat slowly'],
])('unsent: in %s, "%s" is refused', async (scenario, objective, why) => {
  const message = await refusal(scenario, objective);
  expect(message).toContain(`Objective is about what is never measured: ${objective}.`);
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
  ['mixed', 'all ttft p95 < 1s'],
  ['./mine.ts', 'chat ttft p95 < 1s'],
])('unsent: in %s, "%s" may be measured', async (scenario, objective) => {
  expect(await refusal(scenario, objective)).toBe('');
});
