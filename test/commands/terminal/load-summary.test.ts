import { expect, test } from 'vitest';
import { loadEndSentence } from '../../../src/commands/run/run-load.ts';
import { parseAbortCondition } from '../../../src/measure/abort-watch.ts';

test('load end: one time is shown when the arrivals and the last requests end together', () => {
  expect(loadEndSentence({ durationMs: 3000, endMs: 3400, exchanges: 60 })).toBe(
    'Load: ended after 3 s, 60 requests',
  );
});

test('load end: the wait for the last requests is shown with its duration', () => {
  expect(loadEndSentence({ durationMs: 3000, endMs: 33_100, exchanges: 60 })).toBe(
    'Load: arrivals ended after 3 s, the last requests after 33.1 s, 60 requests',
  );
});

test('load end: an end by abortOn is shown, with the time of the last requests', () => {
  const condition = parseAbortCondition('errors > 20% over 5s');
  const abort = { condition, atMs: 6000, measured: 0.5 };
  expect(loadEndSentence({ durationMs: 6000, endMs: 11_000, exchanges: 1, abort })).toBe(
    'Load: aborted by abortOn (errors > 20% over 5s) after 6 s, the last requests after 11 s, 1 request',
  );
});
