import { expect } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../../src/contract/operations.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { WHOLE as CHAT_STREAM, chunk, DONE_EVENT, ROLE } from './chat-stream/chunks.ts';
import { answer, type ExchangeFacts, event, stream } from './exchanges.ts';
import { good } from './good-bodies.ts';
import { response } from './responses/bodies.ts';
import { WHOLE as RESPONSES_STREAM, sent } from './responses-stream/events.ts';
import { operationOf, type Tables } from './row-table.ts';
import { finds, passes, unverified } from './verdicts.ts';

const EditsSchema = z.array(z.record(z.string(), z.unknown())).default([]);
const CasesSchema = z.object({ legal: EditsSchema, illegal: EditsSchema, undecided: EditsSchema });

/** Without the stream switch. */
const ASKED = { sent: { model: 'some-model' } };
const KEYED = { request: { headers: [['idempotency-key', 'k']] } } satisfies ExchangeFacts;

/** One table for each factory of `rows/members.ts`. */
export const MEMBER_TABLES: Tables = {
  body(rule) {
    const operation = operationOf(rule);
    const isWrong = { expected: 'application/json', where: 'content-type' };
    return [
      ...edited(rule),
      passes(
        'a media type with a parameter',
        good(operation, {}, { type: 'application/json; charset=utf-8' }),
      ),
      finds('JSON that is declared as text', good(operation, {}, { type: 'text/plain' }), {
        ...isWrong,
        actual: 'text/plain',
      }),
      finds('a list in place of the body', answer([], { operation, ...ASKED }), {
        expected: 'object',
        actual: '[]',
      }),
      finds('an event stream', stream([event({ id: 'x' })], { operation, ...ASKED }), {
        ...isWrong,
        actual: 'text/event-stream',
      }),
      ...('isUnstreamed' in rule
        ? [
            unverified(
              'an answer to a request for a stream',
              good(operation, {}, { sent: { model: 'some-model', stream: true } }),
              'needs a request without the stream switch',
            ),
          ]
        : []),
      unverified('a failure', good(operation, {}, { status: 500 }), 'needs a whole 2xx answer'),
    ];
  },

  members: (rule) => [
    ...edited(rule),
    unverified(
      'a body that is not JSON',
      answer('ok', { operation: operationOf(rule) }),
      'needs a body that is a JSON object',
    ),
  ],

  uniqueId(rule) {
    const operation = operationOf(rule);
    const first = good(operation, { id: 'a' });
    const other = good(operation, { id: 'b' });
    const ofFirst = { expected: 'a different id for each answer', where: 'id' };
    const whole = wholeStream(operation);
    return [
      passes('an id each', [first, other]),
      finds('one id twice', [first, other, good(operation, { id: 'a' })], {
        ...ofFirst,
        actual: `a, as in request ${first.id}`,
      }),
      ...whole.map((evidence) => passes('one id in all events of a stream', evidence)),
      ...whole.map((evidence) =>
        finds('one id in a body and in a stream', [good(operation), evidence], ofFirst),
      ),
      unverified(
        'a retry under one key',
        [good(operation, {}, KEYED), good(operation, {}, KEYED)],
        'needs a request without an Idempotency-Key',
      ),
      unverified('an empty id', good(operation, { id: '' }), 'needs an answer with an id'),
    ];
  },

  usageSum(rule) {
    const operation = operationOf(rule) === 'responses' ? 'responses' : 'chat';
    const [input, output, total] = NAMES[operation];
    const counted = (all: unknown, others: object = {}) => ({
      [input]: 3,
      [output]: 4,
      [total]: all,
      ...others,
    });
    const reasoned = { [`${output}_details`]: { reasoning_tokens: 5 } };
    const wrong = { expected: `${input} + ${output} = 3 + 4 = 7`, where: `usage.${total}` };
    const used = (usage: unknown) => good(operation, { usage });
    const names: [string, string, string] = ['in', 'out', 'all'];
    return [
      passes('a total that adds up', used(counted(7))),
      passes('no tokens', used({ [input]: 0, [output]: 0, [total]: 0 })),
      passes('a total with the reasoning tokens beside', used(counted(12, reasoned))),
      passes('a total with the reasoning tokens inside', used(counted(7, reasoned))),
      passes('a total that adds up in a stream', streamed(operation, counted(7))),
      passes('usage with other names that a profile gives', used({ in: 1, out: 2, all: 3 }), {
        usageNames: { chat: names, responses: names },
      }),
      finds('a total that is one too many', used(counted(8)), { ...wrong, actual: 8 }),
      finds('a total in a stream that is one too many', streamed(operation, counted(8)), {
        ...wrong,
        actual: 8,
      }),
      finds('a total with other tokens than the reasoning', used(counted(11, reasoned)), {
        ...wrong,
        actual: 11,
      }),
      unverified(
        'a count that is missing, which is for another rule,',
        used({ [output]: 4, [total]: 4 }),
        'needs a usage of integers',
      ),
      unverified(
        'a count below 0, which is for another rule,',
        used({ [input]: -1, [output]: 4, [total]: 3 }),
        'needs a usage of integers',
      ),
      unverified('no usage', used(null), 'needs a body with usage'),
    ];
  },
};

const NAMES = {
  chat: ['prompt_tokens', 'completion_tokens', 'total_tokens'],
  responses: ['input_tokens', 'output_tokens', 'total_tokens'],
} as const;

/** A good body, and each of its edits that the row names. */
function edited(rule: Parameters<Tables[string]>[0]) {
  const operation = operationOf(rule);
  const { legal, illegal, undecided } = CasesSchema.parse(rule);
  const named = (edit: object) => JSON.stringify(edit, (_, value) => value ?? 'absent or null');
  return [
    passes('a good body', good(operation)),
    ...legal.map((edit) => passes(`a body with ${named(edit)}`, good(operation, edit))),
    ...illegal.map((edit) =>
      finds(
        `a body with ${named(edit)}`,
        good(operation, edit),
        ...Object.keys(edit).map((name) => ({
          where: expect.stringMatching(new RegExp(`^${name}`)),
        })),
      ),
    ),
    ...undecided.map((edit) =>
      unverified(
        `a body with ${named(edit)}, which is for another rule,`,
        good(operation, edit),
        'needs members that',
      ),
    ),
  ];
}

function wholeStream(operation: Operation): readonly Exchange[] {
  if (operation === 'chat') return [stream(CHAT_STREAM)];
  return operation === 'responses' ? [sent(RESPONSES_STREAM)] : [];
}

function streamed(operation: 'chat' | 'responses', usage: object): Exchange {
  if (operation === 'chat') return stream([ROLE, chunk([], { usage }), DONE_EVENT]);
  const completed = event({ type: 'response.completed', response: response({ usage }) });
  return stream([completed], { operation });
}
