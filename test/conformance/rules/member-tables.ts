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
      {
        name: 'a media type with a parameter',
        evidence: good(operation, {}, { type: 'application/json; charset=utf-8' }),
      },
      {
        name: 'JSON that is declared as text',
        evidence: good(operation, {}, { type: 'text/plain' }),
        findings: [{ ...isWrong, actual: 'text/plain' }],
      },
      {
        name: 'a list in place of the body',
        evidence: answer([], { operation, ...ASKED }),
        findings: [{ expected: 'object', actual: '[]' }],
      },
      {
        name: 'an event stream',
        evidence: stream([event({ id: 'x' })], { operation, ...ASKED }),
        findings: [{ ...isWrong, actual: 'text/event-stream' }],
      },
      ...('isUnstreamed' in rule
        ? [
            {
              name: 'an answer to a request for a stream',
              evidence: good(operation, {}, { sent: { model: 'some-model', stream: true } }),
              unverifiable: 'needs a request without the stream switch',
            },
          ]
        : []),
      {
        name: 'a failure',
        evidence: good(operation, {}, { status: 500 }),
        unverifiable: 'needs a whole 2xx answer',
      },
    ];
  },

  members: (rule) => [
    ...edited(rule),
    {
      name: 'a body that is not JSON',
      evidence: answer('ok', { operation: operationOf(rule) }),
      unverifiable: 'needs a body that is a JSON object',
    },
  ],

  uniqueId(rule) {
    const operation = operationOf(rule);
    const first = good(operation, { id: 'a' });
    const other = good(operation, { id: 'b' });
    const ofFirst = { expected: 'a different id for each answer', where: 'id' };
    const whole = wholeStream(operation);
    return [
      { name: 'an id each', evidence: [first, other] },
      {
        name: 'one id twice',
        evidence: [first, other, good(operation, { id: 'a' })],
        findings: [{ ...ofFirst, actual: `a, as in request ${first.id}` }],
      },
      ...whole.map((evidence) => ({ name: 'one id in all events of a stream', evidence })),
      ...whole.map((evidence) => ({
        name: 'one id in a body and in a stream',
        evidence: [good(operation), evidence],
        findings: [ofFirst],
      })),
      {
        name: 'a retry under one key',
        evidence: [good(operation, {}, KEYED), good(operation, {}, KEYED)],
        unverifiable: 'needs a request without an Idempotency-Key',
      },
      {
        name: 'an empty id',
        evidence: good(operation, { id: '' }),
        unverifiable: 'needs an answer with an id',
      },
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
      { name: 'a total that adds up', evidence: used(counted(7)) },
      { name: 'no tokens', evidence: used({ [input]: 0, [output]: 0, [total]: 0 }) },
      { name: 'a total with the reasoning tokens beside', evidence: used(counted(12, reasoned)) },
      { name: 'a total with the reasoning tokens inside', evidence: used(counted(7, reasoned)) },
      { name: 'a total that adds up in a stream', evidence: streamed(operation, counted(7)) },
      {
        name: 'usage with other names that a profile gives',
        evidence: used({ in: 1, out: 2, all: 3 }),
        expect: { usageNames: { chat: names, responses: names } },
      },
      {
        name: 'a total that is one too many',
        evidence: used(counted(8)),
        findings: [{ ...wrong, actual: 8 }],
      },
      {
        name: 'a total in a stream that is one too many',
        evidence: streamed(operation, counted(8)),
        findings: [{ ...wrong, actual: 8 }],
      },
      {
        name: 'a total with other tokens than the reasoning',
        evidence: used(counted(11, reasoned)),
        findings: [{ ...wrong, actual: 11 }],
      },
      {
        name: 'a count that is missing, which is for another rule,',
        evidence: used({ [output]: 4, [total]: 4 }),
        unverifiable: 'needs a usage of integers',
      },
      {
        name: 'a count below 0, which is for another rule,',
        evidence: used({ [input]: -1, [output]: 4, [total]: 3 }),
        unverifiable: 'needs a usage of integers',
      },
      { name: 'no usage', evidence: used(null), unverifiable: 'needs a body with usage' },
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
    { name: 'a good body', evidence: good(operation) },
    ...legal.map((edit) => ({
      name: `a body with ${named(edit)}`,
      evidence: good(operation, edit),
    })),
    ...illegal.map((edit) => ({
      name: `a body with ${named(edit)}`,
      evidence: good(operation, edit),
      findings: Object.keys(edit).map((name) => ({
        where: expect.stringMatching(new RegExp(`^${name}`)),
      })),
    })),
    ...undecided.map((edit) => ({
      name: `a body with ${named(edit)}, which is for another rule,`,
      evidence: good(operation, edit),
      unverifiable: 'needs members that',
    })),
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
