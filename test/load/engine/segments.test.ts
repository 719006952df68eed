import { expect, test } from 'vitest';
import { segmentsOf } from '../../../src/commands/options/recording-options.ts';

test.each([
  ['100 requests in flight', {}, [], 100, 1],
  ['500 requests in flight', {}, [], 500, 1],
  ['2000 requests in flight', {}, ['opentelemetry'], 2000, 4],
  ['a million requests in flight', {}, [], 1_000_000, 64],
  ['the number that the user names', { segments: 1 }, [], 2000, 1],
  ['a recording, of which each engine writes a file', { record: 'run.rec' }, [], 2000, 4],
  ['an output in one file', {}, ['json=samples.json'], 2000, 1],
])('segments: %s', (_case, options, outputs, inFlight, engines) => {
  expect(segmentsOf(options, outputs, inFlight)).toBe(engines);
});
