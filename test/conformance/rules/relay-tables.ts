import { z } from 'zod';
import type { Row } from '../../../src/library/testing/judge-row.ts';
import { answer, event, stream } from './exchanges.ts';
import { call, callWithLongText, relay } from './relays.ts';
import type { Tables } from './row-table.ts';
import { finds, passes, unverified } from './verdicts.ts';

const PairsSchema = z.array(z.tuple([z.number(), z.number()]));
const StatusesSchema = z.object({
  legal: PairsSchema,
  illegal: PairsSchema,
  others: z.array(z.number()),
});
const FailuresSchema = z.object({ failures: z.array(z.string()) });
const FramingSchema = z.object({ framing: z.string() });
const EndSchema = z.object({ within: z.string(), afterDeparture: z.literal(true).optional() });

const READ = { operation: 'video-read' } as const;
const CANCEL = { operation: 'video-cancel' } as const;
const OWN_VIEW = 'an answer that depends on the upstream';
const JOB = answer({ id: 'v', status: 'in_progress' }, READ);
const NO_ANSWER = answer('', { unanswered: true, outcome: 'reset' });
const NO_CALL = 'an upstream request with the nonce';

const delta = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const ERROR = event({ error: { message: 'No.' } });

/** One table for each factory of `rows/relays.ts`. */
export const RELAY_TABLES: Tables = {
  keptStatus(rule) {
    const { legal, illegal, others } = StatusesSchema.parse(rule);
    const [[status = 0, wrong = 0] = []] = illegal;
    const upstream = (value: number) => call({ answer: { status: value } });
    const caller = (value: number) => answer({}, { status: value });
    const unread = call({ ...READ, answer: { status } });
    const failed = (operation: typeof READ | typeof CANCEL) =>
      answer({ error: { message: 'No.' } }, { ...operation, status: wrong });
    return [
      ...legal.map(([of, given]) =>
        passes(`${given} for ${of}`, relay([caller(given)], [upstream(of), upstream(of)])),
      ),
      ...illegal.map(([of, given]) =>
        finds(`${given} for ${of}`, relay([caller(given)], [upstream(of)]), { actual: given }),
      ),
      ...[...others, 0].map((other) =>
        unverified(
          `${other} of the upstream`,
          relay([caller(wrong)], [upstream(other)]),
          'another answer of the upstream',
        ),
      ),
      unverified(
        'an attempt that succeeded',
        relay([caller(wrong)], [upstream(status), upstream(200)]),
        'another answer of the upstream',
      ),
      unverified('no upstream request', relay([caller(wrong)], []), NO_CALL),
      unverified('no answer', relay([NO_ANSWER], [upstream(status)]), 'an answer'),
      finds(
        'a read, after the job was created',
        relay([failed(READ)], [call({ operation: 'video-create' }), unread, call(CANCEL)]),
        { actual: wrong },
      ),
      finds('a cancel', relay([failed(CANCEL)], [call({ ...CANCEL, answer: { status } })]), {
        actual: wrong,
      }),
      unverified(
        'a read that the gateway answers itself',
        relay([failed(READ)], [call({ operation: 'video-create' })]),
        NO_CALL,
      ),
      unverified('a job as the gateway knows it', relay([JOB], [unread]), OWN_VIEW),
      unverified(
        'a cancel that may come later, without a body',
        relay([answer('', { ...CANCEL, status: 204 })], [call({ ...CANCEL, answer: { status } })]),
        OWN_VIEW,
      ),
      ...(wrong === 200
        ? [finds('nothing for a read', relay([answer('', READ)], [unread]), { actual: 200 })]
        : []),
    ];
  },

  shownFailure(rule) {
    const { failures } = FailuresSchema.parse(rule);
    const [failure = ''] = failures;
    const failed = call({ failure });
    const ofRead = call({ ...READ, failure });
    const finding = { expected: `an error for ${failure} of the upstream` };
    const response = (...events: readonly object[]) =>
      stream(
        events.map((each) => event(each)),
        { operation: 'responses' },
      );
    const shown = {
      'a failure': answer({}, { status: 502 }),
      'a refusal': answer({}, { status: 400 }),
      'a stream that breaks off': stream([delta('a')], { outcome: 'truncated' }),
      'no answer': NO_ANSWER,
      'an error event of a chat': stream([delta('a'), ERROR]),
      'an error event of a response': response({ type: 'error', message: 'a' }),
      'an event of a response that has an error and no type': response({ error: { message: 'a' } }),
      'a response that failed': response({ type: 'response.failed' }),
    };
    const hidden = {
      'an event of a response whose error is null': response({
        type: 'response.created',
        error: null,
      }),
      'a stream without an error': stream([delta('a')]),
      'a response without an error': response({ type: 'response.completed' }),
      'one body with 399': answer({}, { status: 399 }),
      'one body with an id, not of a job,': answer({ id: 'c' }),
    };
    return [
      ...Object.entries(shown).map(([name, exchange]) => passes(name, relay([exchange], [failed]))),
      ...Object.entries(hidden).map(([name, exchange]) =>
        finds(name, relay([exchange], [failed]), finding),
      ),
      finds('a page for the read of a job', relay([answer('<html>', READ)], [ofRead]), {
        ...finding,
        actual: 'status 200 without an error',
      }),
      unverified('a job as the gateway knows it', relay([JOB], [ofRead]), OWN_VIEW),
      unverified(
        'a plain answer of the upstream',
        relay([answer({})], [call()]),
        'another answer of the upstream',
      ),
      unverified('no upstream request', relay([answer({})], []), NO_CALL),
    ];
  },

  wholeStream: (rule) => unusualStream(FramingSchema.parse(rule).framing),

  endedWith(rule) {
    const { within, afterDeparture } = EndSchema.parse(rule);
    const left = stream([['', 10]], { unanswered: true, outcome: 'aborted' });
    const ended = (endMs: number) =>
      call({ endMs, disconnectedMs: endMs, outcome: 'disconnected' });
    const expect = { [within]: 2000 };
    const expected = 'the upstream request ended within 2000 ms';
    const rows: Row<'relay'>[] = [
      passes('an end with the caller', relay([left], [ended(11)])),
      passes('an end at the last moment', relay([left], [ended(2010)])),
      finds('a late end', relay([left], [ended(11), ended(2511)]), {
        expected,
        actual: 'it ended after 2501 ms',
      }),
      finds(
        'an upstream request that goes on after another one has ended',
        relay([left], [ended(11)], { open: 1 }),
        { expected, actual: 'it went on' },
      ),
      finds('an upstream request that goes on alone', relay([left], [], { open: 1 }), {
        expected,
        actual: 'it went on',
      }),
      passes(
        'a late end of a request that no provider charges for',
        relay([left], [ended(11), { ...ended(2511), operation: 'other' }]),
      ),
      unverified('no upstream request', relay([left], []), NO_CALL),
      unverified(
        'no request of a caller',
        relay([], [ended(11)]),
        afterDeparture ? 'a caller that disconnects' : 'a request of a caller',
      ),
      {
        name: 'a caller that read to the end',
        evidence: relay([answer({})], [ended(2006)]),
        ...(afterDeparture
          ? { unverifiable: 'a caller that disconnects' }
          : { findings: [{ expected, actual: 'it ended after 2001 ms' }] }),
      },
    ];
    return [
      ...rows.map((row) => ({ ...row, expect })),
      passes('a late end for a gateway that may take longer', relay([left], [ended(2511)]), {
        [within]: 3000,
      }),
    ];
  },
};

/** The rows of a rule that compares a text which the upstream wrote in this unusual way. */
export function unusualStream(failure: string): readonly Row<'relay'>[] {
  const chat = (...pieces: readonly string[]) => stream([...pieces.map(delta), event('[DONE]')]);
  const sent = (text: string) => call({ failure, answer: { text } });
  return [
    passes('the same text', relay([chat('Grüße ', '🙂')], [sent('Grüße 🙂')])),
    finds('another text', relay([chat('Gr\ufffd')], [sent('Grü')]), {
      expected: '"Grü" (3 characters)',
      where: 'the joined text',
    }),
    finds('a stream without text', relay([stream([event('[DONE]')])], [sent('a')]), {
      where: 'the joined text',
    }),
    finds('an error in the stream', relay([stream([delta('a'), ERROR])], [sent('a b')]), {
      expected: 'the whole stream',
      actual: 'an error, or a part of it',
    }),
    finds('an error status', relay([answer({ error: {} }, { status: 502 })], [sent('a b')]), {
      expected: 'the whole stream',
    }),
    unverified(
      'a stream that the upstream wrote in another way',
      relay([chat('a')], [call({ answer: { text: 'b' } })]),
      `a stream of the upstream with ${failure}`,
    ),
    unverified(
      'a refusal although the upstream wrote an ordinary stream',
      relay([answer({ error: {} }, { status: 500 })], [call()]),
      'an answer that the gateway relays when nothing is unusual: POST',
    ),
    unverified(
      'a text that is not kept',
      relay([chat('a')], [{ ...callWithLongText(), failure }]),
      'a text of at most 1 MiB',
    ),
    unverified('no answer', relay([NO_ANSWER], [sent('a')]), 'an answer'),
  ];
}
