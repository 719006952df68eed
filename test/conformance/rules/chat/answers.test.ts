import {
  chatChoiceIndex,
  chatChoicesShape,
  chatCreatedSeconds,
  chatFinishReason,
  chatFixedValues,
  chatNamesNotEmpty,
  chatUsageIntegers,
} from '../../../../src/conformance/rules/chat/answers.ts';
import { chunk, DONE_EVENT, ERROR_EVENT, ROLE, STOP, USAGE, WHOLE } from '../chat-stream/chunks.ts';
import { answer, event, stream } from '../exchanges.ts';
import { message, response } from '../responses/bodies.ts';
import { WHOLE as EVENTS, ITEM_DONE, sent, state } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const body = (indexes: readonly unknown[], request: object = {}) =>
  answer(completion({ choices: indexes.map((index) => choice({ index })) }), { sent: request });

const two = { n: 2, stream: true };

const deltas = (...indexes: readonly number[]) =>
  indexes.map((index) => chunk([{ index, delta: { role: 'assistant', content: 'Hello' } }]));

ruleTable(chatChoiceIndex, [
  { name: 'one choice at 0', evidence: body([0]) },
  { name: 'two choices, as requested, in any order', evidence: body([1, 0], { n: 2 }) },
  { name: 'a stream of two choices', evidence: stream(deltas(1, 0, 1), { sent: two }) },
  {
    name: 'a choice at 1',
    evidence: body([1]),
    findings: [{ expected: '0', actual: 1, where: 'choices[0].index' }],
  },
  {
    name: 'two choices at 0',
    evidence: body([0, 0], { n: 2 }),
    findings: [
      { expected: 'a different index for each choice', actual: 0, where: 'choices[1].index' },
    ],
  },
  {
    name: 'a stream that counts its tokens in index',
    evidence: stream(deltas(0, 1, 2)),
    findings: [
      { actual: 1, atMs: 20 },
      { actual: 2, atMs: 30 },
    ],
  },
  { name: 'an index as text', evidence: body(['0']), unverifiable: 'an integer index' },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT]),
    unverifiable: 'a stream without a failure',
  },
  {
    name: 'a stream whose indexes are text',
    evidence: stream([chunk([{ index: '0', delta: { content: 'Hello' } }])]),
    unverifiable: 'an integer index',
  },
  {
    name: 'an index as text beside one that is a number, which is for another rule,',
    evidence: body([0, '2'], { n: 2 }),
  },
]);

const choices = (...members: Record<string, unknown>[]) =>
  answer(completion({ choices: members.map(choice) }));

ruleTable(chatChoicesShape, [
  { name: 'a valid choice', evidence: choices({}) },
  { name: 'unknown members', evidence: choices({ logprobs: null }) },
  {
    name: 'name and tool_call_id null',
    evidence: choices({
      message: { role: 'assistant', content: '', name: null, tool_call_id: null },
    }),
  },
  {
    name: 'finish_reason null, which another rule forbids,',
    evidence: choices({ finish_reason: null }),
  },
  {
    name: 'content null',
    evidence: choices({ message: { role: 'assistant', content: null } }),
    findings: [{ where: 'choices[0].message.content', actual: 'null' }],
  },
  {
    name: 'a refusal of the model',
    evidence: choices({ message: { role: 'assistant', content: null, refusal: 'No.' } }),
    unverifiable: 'an answer in text',
  },
  {
    name: 'a list of no choice',
    evidence: choices(),
    findings: [{ expected: 'at least one choice', actual: '[]', where: 'choices' }],
  },
  {
    name: 'no list',
    evidence: answer(completion({ choices: 'none' })),
    unverifiable: 'needs a body with choices',
  },
]);

const headers = { date: 'Tue, 14 Nov 2023 22:13:20 GMT' };
const NOW = 1_700_000_000;
const created = (value: unknown) => answer(completion({ created: value }), { headers });

ruleTable(chatCreatedSeconds, [
  { name: 'the second of the answer', evidence: created(NOW) },
  { name: 'a clock 4 minutes off', evidence: created(NOW - 240) },
  {
    name: 'created_at of a video job',
    evidence: answer({ created_at: NOW }, { operation: 'video-create', headers }),
  },
  {
    name: 'ten minutes ago where a profile allows it',
    evidence: created(NOW - 600),
    expect: { clockSkewMs: 3_600_000 },
  },
  { name: 'no created', evidence: created(undefined), unverifiable: 'a number in created' },
  { name: 'no Date', evidence: answer(completion()), unverifiable: 'needs an answer with a Date' },
  {
    name: 'a request that may be a replay',
    evidence: answer(completion({ created: 0 }), {
      headers,
      request: { headers: [['idempotency-key', 'k']] },
    }),
    unverifiable: 'needs an answer that is not a replay',
  },
  { name: 'a stream of this second', evidence: stream([chunk([], { created: NOW })], { headers }) },
  {
    name: 'a stream in milliseconds',
    evidence: stream([chunk([], { created: NOW * 1000 }), chunk([])], { headers }),
    findings: [{ actual: NOW * 1000, where: 'created' }],
  },
  {
    name: 'a responses stream in milliseconds',
    evidence: sent([state('created', { created_at: NOW * 1000 })], { headers }),
    findings: [{ actual: NOW * 1000, where: 'response.created_at' }],
  },
  { name: 'a clock that is off by as much as is allowed', evidence: created(NOW - 300) },
  {
    name: 'a stream in milliseconds whose first event has no time',
    evidence: stream([event({}), chunk([], { created: NOW * 1000 })], { headers }),
    findings: [{ actual: NOW * 1000, where: 'created' }],
  },
]);

ruleTable(chatFinishReason, [
  { name: 'stop', evidence: choices({}) },
  { name: 'a reason of a vendor', evidence: choices({ finish_reason: 'eos' }) },
  {
    name: 'null in the second choice',
    evidence: choices({}, { index: 1, finish_reason: null }),
    findings: [{ actual: null, where: 'choices[1].finish_reason' }],
  },
  { name: '""', evidence: choices({ finish_reason: '' }), findings: [{ actual: '' }] },
  {
    name: 'a choice without finish_reason, which another rule forbids,',
    evidence: choices({ finish_reason: undefined }),
    unverifiable: 'needs a choice with a finish_reason',
  },
]);

const roleOf = (role: string) => [choice({ message: { role, content: 'Hello' } })];

ruleTable(chatFixedValues, [
  { name: 'the words of OpenAI in one body', evidence: answer(completion()) },
  { name: 'the words of OpenAI in a stream', evidence: stream(WHOLE) },
  { name: 'no object and no role at all', evidence: answer({}), unverifiable: 'object or a role' },
  {
    name: 'another object',
    evidence: answer(completion({ object: 'chat' })),
    findings: [{ expected: '"chat.completion"', actual: 'chat', where: 'object' }],
  },
  {
    name: 'another role',
    evidence: answer(completion({ choices: roleOf('model') })),
    findings: [{ actual: 'model', where: 'choices[0].message.role' }],
  },
  {
    name: 'another role in the first delta',
    evidence: stream([
      chunk([{ index: 0, delta: { role: 'bot', content: 'Hello' } }]),
      ...WHOLE.slice(1),
    ]),
    findings: [{ actual: 'bot', where: 'choices[0].delta.role', atMs: 10 }],
  },
  {
    name: 'a role of another type, of which another rule speaks,',
    evidence: answer(completion({ choices: [choice({ message: { role: 7 } })] })),
  },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT]),
    unverifiable: 'a stream without a failure',
  },
  { name: 'a stream of usage alone', evidence: stream([USAGE]), unverifiable: 'with a choice' },
]);

ruleTable(chatNamesNotEmpty, [
  { name: 'a chat completion with names', evidence: answer(completion()) },
  { name: 'a chat stream with names and empty text', evidence: stream(WHOLE) },
  { name: 'a responses stream with names', evidence: sent(EVENTS) },
  {
    name: 'an answer of no text',
    evidence: answer(response({ output_text: '', output: [message('')] }), {
      operation: 'responses',
    }),
  },
  {
    name: 'an empty id of a job',
    evidence: answer({ id: '', status: 'queued' }, { operation: 'video-read' }),
    findings: [{ where: 'id' }],
  },
  {
    name: 'an empty model in a later chunk',
    evidence: stream([ROLE, chunk([], { model: '' })]),
    findings: [{ where: 'model', atMs: 20 }],
  },
  {
    name: 'empty names inside of events',
    evidence: sent([
      state('created', { id: '' }),
      { ...ITEM_DONE, item: { ...message('Hello'), id: '' } },
    ]),
    findings: [{ where: 'response.id' }, { where: 'item.id' }],
  },
  {
    name: 'a first chunk that a profile allows to be empty',
    evidence: stream([chunk([], { id: '', model: '' }), ...WHOLE]),
    expect: { allowEmptyFirstChunk: true },
  },
  { name: 'a body that is not an object', evidence: answer('[]'), unverifiable: 'a JSON object' },
  { name: 'a stream without events', evidence: stream(['']), unverifiable: 'a stream with events' },
  {
    name: 'an empty id in what a tool gave',
    evidence: answer(response({ output: [{ ...message('Hello'), output: [{ id: '' }] }] }), {
      operation: 'responses',
    }),
  },
]);

const usage = (prompt_tokens: unknown, completion_tokens: unknown, total_tokens: unknown) =>
  answer(completion({ usage: { prompt_tokens, completion_tokens, total_tokens, extra: {} } }));

const countedStream = { model: 'm', stream: true, stream_options: { include_usage: true } };

const counted = (counts: object | null) =>
  stream([ROLE, STOP, chunk([], { usage: counts }), DONE_EVENT], { sent: countedStream });

ruleTable(chatUsageIntegers, [
  { name: 'integers that do not add up', evidence: usage(3, 4, 8) },
  { name: 'no tokens at all', evidence: usage(0, 0, 0) },
  {
    name: 'usage with other names that a profile gives',
    evidence: answer({ usage: { in: 1, out: 2, all: 3 } }),
    expect: { usageNames: { chat: ['in', 'out', 'all'], responses: ['in', 'out', 'all'] } },
  },
  {
    name: 'integers in a stream',
    evidence: counted({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }),
  },
  {
    name: 'tokens missing',
    evidence: usage(undefined, 4, 7),
    findings: [{ expected: 'integer, at least 0', actual: 'absent', where: 'usage.prompt_tokens' }],
  },
  {
    name: 'a stream without the usage that was requested',
    evidence: counted(null),
    findings: [{ expected: 'a chunk with usage', actual: 'none', where: 'usage' }],
  },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT], { sent: countedStream }),
    unverifiable: 'a stream without a failure',
  },
]);
