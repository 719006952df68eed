import { z } from 'zod';
import { chunk, DONE_EVENT, delta, ROLE, WHOLE } from './chat-stream/chunks.ts';
import { type Arrival, event, stream } from './exchanges.ts';
import { delta as responsesDelta } from './responses-stream/events.ts';
import { operationOf, type Tables } from './row-table.ts';
import { finds, passes, unverified } from './verdicts.ts';

const MemberSchema = z.object({ member: z.enum(['id', 'created']) });
const ChoiceSchema = z.object({ member: z.string(), illegal: z.literal([null, '']) });
const OTHER = { id: 'chatcmpl-2', created: 1_700_000_001 };
const FIRST = { id: 'chatcmpl-1', created: 1_700_000_000 };

/** One table for each factory of `rows/streams.ts`. */
export const STREAM_TABLES: Tables = {
  choicesWithout(rule) {
    const { member, illegal } = ChoiceSchema.parse(rule);
    const [outer, inner] = member.split('.');
    const choice = (index: number, value: unknown) =>
      inner === undefined
        ? { index, delta: {}, [member]: value }
        : { index, [String(outer)]: { [inner]: value } };
    return [
      passes('a whole stream', stream(WHOLE)),
      passes('a choice without the member', stream([ROLE, chunk([{ index: 0, delta: {} }])])),
      passes('a text', stream([chunk([choice(0, 'assistant')])])),
      finds(
        'the value in the second choice',
        stream([ROLE, chunk([choice(0, 'assistant'), choice(1, illegal)])]),
        { actual: JSON.stringify(illegal), where: `choices[1].${member}`, atMs: 20 },
      ),
      unverified('a stream without choices', stream([chunk([])]), 'a stream with choices'),
    ];
  },

  constant(rule) {
    const { member } = MemberSchema.parse(rule);
    const beside = member === 'id' ? 'created' : 'id';
    return [
      passes('one value in all chunks', stream(WHOLE)),
      passes(
        'a prologue with an empty id and another created',
        stream([chunk([], { id: '', created: 0 }), ...WHOLE]),
      ),
      passes('a chunk without the member', stream([ROLE, chunk([], { [member]: undefined })])),
      finds(
        'another value in a later chunk',
        stream([ROLE, chunk([], { [member]: OTHER[member] })]),
        {
          expected: `${FIRST[member]}, as in the first chunk`,
          actual: OTHER[member],
          where: member,
          atMs: 20,
        },
      ),
      passes(
        `another ${beside} in a later chunk, which is for another rule,`,
        stream([ROLE, chunk([], { [beside]: OTHER[beside] })]),
      ),
      passes('a first chunk without created', stream([chunk([], { created: undefined }), ROLE])),
      unverified(
        'no id at all',
        stream([chunk([], { id: undefined }), DONE_EVENT]),
        'needs a stream with a chunk that has an id',
      ),
    ];
  },

  paced(rule) {
    const operation = operationOf(rule);
    const text = operation === 'chat' ? delta('word ') : event(responsesDelta('word '));
    /** Deltas with a first one at `firstMs` and this gap between any two. */
    const paced = (count: number, firstMs: number, gapMs: number): Arrival[] =>
      Array.from({ length: count }, (_, at) => [text, firstMs + at * gapMs] as const);
    const slow = (...deltas: readonly Arrival[][]) => ({
      evidence: stream(deltas.flat(), { operation, sent: { model: 'slow', stream: true } }),
      expect: { slowModel: 'slow' },
    });
    const fast = (deltas: readonly Arrival[]) => ({ evidence: stream(deltas, { operation }) });
    const pairs = Array.from({ length: 6 }, (_, at) => [text + text, 50 + at * 100] as const);
    return [
      { name: 'a slow model whose tokens come one by one', ...slow(paced(12, 50, 50)) },
      { name: 'a slow model with a late first token', ...slow(paced(10, 600, 50)) },
      { name: 'a slow model whose tokens come two in a read', ...slow(pairs) },
      {
        name: 'a slow model whose tokens come all at once',
        ...slow(paced(12, 600, 0)),
        findings: [
          {
            expected: 'deltas spread over at least 150 ms, as the model produces them',
            actual: '12 deltas within 0.0 ms',
            atMs: 600,
          },
        ],
      },
      {
        name: 'a slow model whose first tokens come at once, when a buffer is full',
        ...slow(paced(8, 400, 0), paced(4, 450, 50)),
        findings: [
          {
            expected: 'less than 7 of 12 deltas within 30 ms',
            actual: '7 deltas within 0.0 ms',
            atMs: 400,
          },
        ],
      },
      {
        name: 'the shortest answer that shows a burst',
        ...slow(paced(8, 200, 0), paced(4, 250, 50)),
        findings: [{ actual: '7 deltas within 0.0 ms', atMs: 200 }],
      },
      {
        name: 'a burst that takes just as long as one may',
        ...slow(paced(7, 300, 5), paced(5, 400, 50)),
        findings: [{ actual: '7 deltas within 30.0 ms' }],
      },
      {
        name: 'a slow model half of whose tokens come at once',
        ...slow(paced(6, 300, 0), paced(6, 350, 50)),
      },
      {
        name: 'a short answer of a slow model whose first tokens come at once',
        ...slow(paced(8, 100, 0), paced(4, 150, 50)),
      },
      { name: 'a fast model with a late first token', ...fast(paced(120, 900, 0.5)) },
      {
        name: 'more deltas at once than any model writes',
        ...fast(paced(120, 900, 0.01)),
        findings: [{ actual: '120 deltas within 1.2 ms' }],
      },
      {
        name: 'an answer of unknown pace and few deltas',
        ...fast(paced(32, 900, 0)),
        unverifiable: 'needs a stream of at least 100 deltas',
      },
      {
        name: 'a slow model that says too little',
        ...slow(paced(7, 900, 0)),
        unverifiable: 'needs a stream of at least 8 deltas',
      },
      {
        name: 'a short answer of a slow model whose tokens come one by one',
        ...slow(paced(12, 10, 1)),
      },
      {
        name: 'a short answer of a slow model whose tokens come all at once',
        ...slow(paced(12, 10, 0.1)),
        unverifiable: 'needs a stream that takes at least 400 ms',
      },
      {
        name: 'a short answer of a fast model whose tokens come one by one',
        ...fast(paced(120, 20, 3)),
      },
      {
        name: 'a short answer of a fast model whose tokens come all at once',
        ...fast(paced(120, 390, 0.01)),
        unverifiable: 'needs a stream that takes at least 400 ms',
      },
      unverified(
        'a stream that a key asks for again',
        stream(paced(12, 1000, 0), {
          operation,
          request: { headers: [['idempotency-key', 'k']] },
        }),
        'a stream that is not a replay',
      ),
      {
        name: 'the fewest deltas that show a pace, all at once',
        ...slow(paced(8, 900, 0)),
        findings: [{ actual: '8 deltas within 0.0 ms' }],
      },
      {
        name: 'the shortest answer that shows a pace, all at once',
        ...slow(paced(12, 400, 0)),
        findings: [{ expected: 'deltas spread over at least 100 ms, as the model produces them' }],
      },
      {
        name: 'a short answer of a slow model that is spread just enough',
        ...slow(paced(11, 75, 2.5)),
      },
    ];
  },
};
