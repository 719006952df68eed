import { z } from 'zod';
import type { Row } from '../../../src/library/testing/judge-row.ts';
import { answer, event, stream } from './exchanges.ts';
import { call, callWithLongText, relay } from './relays.ts';
import type { Tables } from './row-table.ts';

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
      ...legal.map(([of, given]) => ({
        name: `${given} for ${of}`,
        evidence: relay([caller(given)], [upstream(of), upstream(of)]),
      })),
      ...illegal.map(([of, given]) => ({
        name: `${given} for ${of}`,
        evidence: relay([caller(given)], [upstream(of)]),
        findings: [{ actual: given }],
      })),
      ...[...others, 0].map((other) => ({
        name: `${other} of the upstream`,
        evidence: relay([caller(wrong)], [upstream(other)]),
        unverifiable: 'another answer of the upstream',
      })),
      {
        name: 'an attempt that succeeded',
        evidence: relay([caller(wrong)], [upstream(status), upstream(200)]),
        unverifiable: 'another answer of the upstream',
      },
      {
        name: 'no upstream request',
        evidence: relay([caller(wrong)], []),
        unverifiable: NO_CALL,
      },
      {
        name: 'no answer',
        evidence: relay([NO_ANSWER], [upstream(status)]),
        unverifiable: 'an answer',
      },
      {
        name: 'a read, after the job was created',
        evidence: relay(
          [failed(READ)],
          [call({ operation: 'video-create' }), unread, call(CANCEL)],
        ),
        findings: [{ actual: wrong }],
      },
      {
        name: 'a cancel',
        evidence: relay([failed(CANCEL)], [call({ ...CANCEL, answer: { status } })]),
        findings: [{ actual: wrong }],
      },
      {
        name: 'a read that the gateway answers itself',
        evidence: relay([failed(READ)], [call({ operation: 'video-create' })]),
        unverifiable: NO_CALL,
      },
      {
        name: 'a job as the gateway knows it',
        evidence: relay([JOB], [unread]),
        unverifiable: OWN_VIEW,
      },
      {
        name: 'a cancel that may come later, without a body',
        evidence: relay(
          [answer('', { ...CANCEL, status: 204 })],
          [call({ ...CANCEL, answer: { status } })],
        ),
        unverifiable: OWN_VIEW,
      },
      ...(wrong === 200
        ? [
            {
              name: 'nothing for a read',
              evidence: relay([answer('', READ)], [unread]),
              findings: [{ actual: 200 }],
            },
          ]
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
      ...Object.entries(shown).map(([name, exchange]) => ({
        name,
        evidence: relay([exchange], [failed]),
      })),
      ...Object.entries(hidden).map(([name, exchange]) => ({
        name,
        evidence: relay([exchange], [failed]),
        findings: [finding],
      })),
      {
        name: 'a page for the read of a job',
        evidence: relay([answer('<html>', READ)], [ofRead]),
        findings: [{ ...finding, actual: 'status 200 without an error' }],
      },
      {
        name: 'a job as the gateway knows it',
        evidence: relay([JOB], [ofRead]),
        unverifiable: OWN_VIEW,
      },
      {
        name: 'a plain answer of the upstream',
        evidence: relay([answer({})], [call()]),
        unverifiable: 'another answer of the upstream',
      },
      { name: 'no upstream request', evidence: relay([answer({})], []), unverifiable: NO_CALL },
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
      { name: 'an end with the caller', evidence: relay([left], [ended(11)]) },
      { name: 'an end at the last moment', evidence: relay([left], [ended(2010)]) },
      {
        name: 'a late end',
        evidence: relay([left], [ended(11), ended(2511)]),
        findings: [{ expected, actual: 'it ended after 2501 ms' }],
      },
      {
        name: 'an upstream request that goes on after another one has ended',
        evidence: relay([left], [ended(11)], { open: 1 }),
        findings: [{ expected, actual: 'it went on' }],
      },
      {
        name: 'an upstream request that goes on alone',
        evidence: relay([left], [], { open: 1 }),
        findings: [{ expected, actual: 'it went on' }],
      },
      {
        name: 'a late end of a request that no provider charges for',
        evidence: relay([left], [ended(11), { ...ended(2511), operation: 'other' }]),
      },
      { name: 'no upstream request', evidence: relay([left], []), unverifiable: NO_CALL },
      {
        name: 'no request of a caller',
        evidence: relay([], [ended(11)]),
        unverifiable: afterDeparture ? 'a caller that disconnects' : 'a request of a caller',
      },
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
      {
        name: 'a late end for a gateway that may take longer',
        evidence: relay([left], [ended(2511)]),
        expect: { [within]: 3000 },
      },
    ];
  },
};

/** The rows of a rule that compares a text which the upstream wrote in this unusual way. */
export function unusualStream(failure: string): readonly Row<'relay'>[] {
  const chat = (...pieces: readonly string[]) => stream([...pieces.map(delta), event('[DONE]')]);
  const sent = (text: string) => call({ failure, answer: { text } });
  return [
    { name: 'the same text', evidence: relay([chat('Grüße ', '🙂')], [sent('Grüße 🙂')]) },
    {
      name: 'another text',
      evidence: relay([chat('Gr\ufffd')], [sent('Grü')]),
      findings: [{ expected: '"Grü" (3 characters)', where: 'the joined text' }],
    },
    {
      name: 'a stream without text',
      evidence: relay([stream([event('[DONE]')])], [sent('a')]),
      findings: [{ where: 'the joined text' }],
    },
    {
      name: 'an error in the stream',
      evidence: relay([stream([delta('a'), ERROR])], [sent('a b')]),
      findings: [{ expected: 'the whole stream', actual: 'an error, or a part of it' }],
    },
    {
      name: 'an error status',
      evidence: relay([answer({ error: {} }, { status: 502 })], [sent('a b')]),
      findings: [{ expected: 'the whole stream' }],
    },
    {
      name: 'a stream that the upstream wrote in another way',
      evidence: relay([chat('a')], [call({ answer: { text: 'b' } })]),
      unverifiable: `a stream of the upstream with ${failure}`,
    },
    {
      name: 'a refusal although the upstream wrote an ordinary stream',
      evidence: relay([answer({ error: {} }, { status: 500 })], [call()]),
      unverifiable: 'an answer that the gateway relays when nothing is unusual: POST',
    },
    {
      name: 'a text that is not kept',
      evidence: relay([chat('a')], [{ ...callWithLongText(), failure }]),
      unverifiable: 'a text of at most 1 MiB',
    },
    { name: 'no answer', evidence: relay([NO_ANSWER], [sent('a')]), unverifiable: 'an answer' },
  ];
}
