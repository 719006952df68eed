import { describe, expect, test } from 'vitest';
import { BEHAVIOURS } from '../../../src/conformance/run/observe-behaviours.ts';
import { behaviourRecord } from '../../../src/report/assemble/behaviour-record.ts';
import { answersOf, observeReference } from '../../support/observe-reference.ts';

const BOTH_ENDS = BEHAVIOURS.filter(({ behaviour }) => behaviour.upstream);

/** Not before the relay itself gives the provider up. */
const LATE = /: (?:not while Assay watched|within 5 s)$/;

/** The answers of the clean relay: a fault or a variant must change them. */
const clean = await observeReference({ behaviours: BOTH_ENDS, upstream: true });

async function answerWith(
  circumstances: Parameters<typeof observeReference>[0],
  id: string,
): Promise<string> {
  const behaviours = BOTH_ENDS.filter(({ behaviour }) => behaviour.id === id);
  const observed = await observeReference({ ...circumstances, behaviours, upstream: true });
  return answersOf(observed).get(id) ?? '';
}

describe('behaviours of both ends', () => {
  test('the clean relay shows every one, with evidence', () => {
    const records = clean.map(behaviourRecord);
    expect(records.filter(({ answer }) => answer === null)).toEqual([]);
    expect(records.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
    expect(answersOf(clean).get('upstream-concurrency')).toBe('20 of 20');
    expect(answersOf(clean).get('repeated-prompt')).toBe('all: yes');
    expect(answersOf(clean).get('upstream-request-headers')).toMatch(/changed: [^;]*authorization/);
    expect(answersOf(clean).get('upstream-request-headers')).not.toMatch(
      /added: [^;]*(?:host|authorization)/,
    );
  });

  test.each([
    ['relay-500-as-200', 'failing-upstream', /upstream 500[^;]*: 200/],
    ['relay-retry-400', 'failing-upstream', /upstream 400[^;]*: 400[^;]*, 3 upstream requests/],
    ['relay-pass-garbage', 'broken-upstream-answer', /html[^;]*: 200/],
    ['relay-clean-end-on-cut', 'cut-upstream-stream', /a stream that ends with/],
    ['relay-swallow-event-error', 'upstream-error-event', /a stream that ends with/],
    ['relay-buffer-all', 'stream-passed-on', /no: they are held back$/],
    ['relay-drop-unknown', 'unknown-member-upstream', /^no: it is removed$/],
    ['relay-drop-trace', 'upstream-trace', /^no: its header is removed$/],
    ['relay-close-each', 'upstream-connections', /^no$/],
    ['relay-ignore-departure', 'disconnect-before-answer', LATE],
    ['relay-ignore-early-departure', 'disconnect-before-token', LATE],
    ['relay-drain-upstream', 'disconnect-in-stream', LATE],
  ])('the fault %s changes the answer to %s', async (fault, id, answer) => {
    expect(await answerWith({ faults: [fault] }, id)).toMatch(answer);
    expect(answersOf(clean).get(id)).not.toMatch(answer);
  });

  test.each([
    ['relay-retries-503', 'failing-upstream', /upstream 503[^;]*: 503[^;]*, 2 upstream requests/],
    ['relay-traces', 'upstream-request-headers', /changed: [^;]*x-request-id/],
    ['relay-passes-headers', 'upstream-response-headers', /x-ratelimit-remaining-requests/],
  ])('the variant %s changes the answer to %s', async (variant, id, answer) => {
    expect(await answerWith({ variants: [variant] }, id)).toMatch(answer);
    expect(answersOf(clean).get(id)).not.toMatch(answer);
  });
});
