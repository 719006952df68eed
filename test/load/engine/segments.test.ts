import { expect, test } from 'vitest';
import { refuseSharedOutput, segmentsOf } from '../../../src/commands/run/engine-outputs.ts';

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

test.each([
  ['one on two cores', 64, 2, 1],
  ['one for each four cores', 64, 16, 4],
  ['one for each 500 in flight, where that is more', 4000, 16, 8],
  ['one for each request in flight at most', 3, 64, 3],
])('segments: auto is %s', (_case, inFlight, cores, engines) => {
  expect(segmentsOf({ segments: 'auto' }, [], inFlight, cores)).toBe(engines);
});

test('segments: auto is one where an output goes to one file', () => {
  const options = { segments: 'auto', k6Out: ['json=x.json'] } as const;
  expect(() => refuseSharedOutput(options)).not.toThrow();
  expect(segmentsOf(options, options.k6Out, 4000, 16)).toBe(1);
});
