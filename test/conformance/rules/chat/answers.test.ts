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
import { ITEM_DONE, sent, state } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { choice, completion } from './completions.ts';

const body = (indexes: readonly unknown[], request: object = {}) =>
  answer(completion({ choices: indexes.map((index) => choice({ index })) }), { sent: request });

const two = { n: 2, stream: true };

const deltas = (...indexes: readonly number[]) =>
  indexes.map((index) => chunk([{ index, delta: { role: 'assistant', content: 'Hello' } }]));

ruleTable(chatChoiceIndex, [
  passes('two choices, as requested, in any order', body([1, 0], { n: 2 })),
  passes('a stream of two choices', stream(deltas(1, 0, 1), { sent: two })),
  finds('a choice at 1', body([1]), { expected: '0', actual: 1, where: 'choices[0].index' }),
  finds('two choices at 0', body([0, 0], { n: 2 }), {
    expected: 'a different index for each choice',
    actual: 0,
    where: 'choices[1].index',
  }),
  finds(
    'a stream that counts its tokens in index',
    stream(deltas(0, 1, 2)),
    { actual: 1, atMs: 20 },
    { actual: 2, atMs: 30 },
  ),
  unverified('an index as text', body(['0']), 'an integer index'),
  unverified('a stream that fails', stream([ROLE, ERROR_EVENT]), 'a stream without a failure'),
  unverified(
    'a stream whose indexes are text',
    stream([chunk([{ index: '0', delta: { content: 'Hello' } }])]),
    'an integer index',
  ),
  passes(
    'an index as text beside one that is a number, which is for another rule,',
    body([0, '2'], { n: 2 }),
  ),
]);

const choices = (...members: Record<string, unknown>[]) =>
  answer(completion({ choices: members.map(choice) }));

ruleTable(chatChoicesShape, [
  passes('unknown members', choices({ logprobs: null })),
  passes(
    'logprobs and a refusal of another type, which other rules judge,',
    choices({
      message: { role: 'assistant', content: 'Hello', refusal: false },
      logprobs: { content: [{ token: 'Hello' }] },
    }),
  ),
  passes(
    'name and tool_call_id null',
    choices({
      message: { role: 'assistant', content: '', name: null, tool_call_id: null },
    }),
  ),
  passes('finish_reason null, which another rule forbids,', choices({ finish_reason: null })),
  finds('content null', choices({ message: { role: 'assistant', content: null } }), {
    where: 'choices[0].message.content',
    actual: 'null',
  }),
  unverified(
    'a refusal of the model',
    choices({ message: { role: 'assistant', content: null, refusal: 'No.' } }),
    'an answer in text',
  ),
  finds('a list of no choice', choices(), {
    expected: 'at least one choice',
    actual: '[]',
    where: 'choices',
  }),
  unverified('no list', answer(completion({ choices: 'none' })), 'needs a body with choices'),
]);

const headers = { date: 'Tue, 14 Nov 2023 22:13:20 GMT' };
const NOW = 1_700_000_000;
const created = (value: unknown) => answer(completion({ created: value }), { headers });

ruleTable(chatCreatedSeconds, [
  passes(
    'created_at of a video job',
    answer({ created_at: NOW }, { operation: 'video-create', headers }),
  ),
  passes('ten minutes ago where a profile allows it', created(NOW - 600), {
    clockSkewMs: 3_600_000,
  }),
  unverified('no created', created(undefined), 'a number in created'),
  unverified('no Date', answer(completion()), 'needs an answer with a Date'),
  unverified(
    'a request that may be a replay',
    answer(completion({ created: 0 }), {
      headers,
      request: { headers: [['idempotency-key', 'k']] },
    }),
    'needs an answer that is not a replay',
  ),
  passes('a stream of this second', stream([chunk([], { created: NOW })], { headers })),
  finds(
    'a stream in milliseconds',
    stream([chunk([], { created: NOW * 1000 }), chunk([])], { headers }),
    { actual: NOW * 1000, where: 'created' },
  ),
  finds(
    'a responses stream in milliseconds',
    sent([state('created', { created_at: NOW * 1000 })], { headers }),
    { actual: NOW * 1000, where: 'response.created_at' },
  ),
  passes('a clock that is off by as much as is allowed', created(NOW - 300)),
  finds(
    'a stream in milliseconds whose first event has no time',
    stream([event({}), chunk([], { created: NOW * 1000 })], { headers }),
    { actual: NOW * 1000, where: 'created' },
  ),
]);

ruleTable(chatFinishReason, [
  passes('stop', choices({})),
  passes('a reason of a vendor', choices({ finish_reason: 'eos' })),
  finds('null in the second choice', choices({}, { index: 1, finish_reason: null }), {
    actual: null,
    where: 'choices[1].finish_reason',
  }),
  finds('""', choices({ finish_reason: '' }), { actual: '' }),
  unverified(
    'a choice without finish_reason, which another rule forbids,',
    choices({ finish_reason: undefined }),
    'needs a choice with a finish_reason',
  ),
]);

const roleOf = (role: string) => [choice({ message: { role, content: 'Hello' } })];

ruleTable(chatFixedValues, [
  passes('the words of OpenAI in a stream', stream(WHOLE)),
  unverified('no object and no role at all', answer({}), 'object or a role'),
  finds('another object', answer(completion({ object: 'chat' })), {
    expected: '"chat.completion"',
    actual: 'chat',
    where: 'object',
  }),
  finds('another role', answer(completion({ choices: roleOf('model') })), {
    actual: 'model',
    where: 'choices[0].message.role',
  }),
  finds(
    'another role in the first delta',
    stream([chunk([{ index: 0, delta: { role: 'bot', content: 'Hello' } }]), ...WHOLE.slice(1)]),
    { actual: 'bot', where: 'choices[0].delta.role', atMs: 10 },
  ),
  passes(
    'a role of another type, of which another rule speaks,',
    answer(completion({ choices: [choice({ message: { role: 7 } })] })),
  ),
  unverified('a stream that fails', stream([ROLE, ERROR_EVENT]), 'a stream without a failure'),
  unverified('a stream of usage alone', stream([USAGE]), 'with a choice'),
]);

ruleTable(chatNamesNotEmpty, [
  passes('a chat stream with names and empty text', stream(WHOLE)),
  passes(
    'an answer of no text',
    answer(response({ output_text: '', output: [message('')] }), {
      operation: 'responses',
    }),
  ),
  finds('an empty id of a job', answer({ id: '', status: 'queued' }, { operation: 'video-read' }), {
    where: 'id',
  }),
  finds('an empty model in a later chunk', stream([ROLE, chunk([], { model: '' })]), {
    where: 'model',
    atMs: 20,
  }),
  finds(
    'empty names inside of events',
    sent([state('created', { id: '' }), { ...ITEM_DONE, item: { ...message('Hello'), id: '' } }]),
    { where: 'response.id' },
    { where: 'item.id' },
  ),
  passes(
    'a first chunk that a profile allows to be empty',
    stream([chunk([], { id: '', model: '' }), ...WHOLE]),
    { allowEmptyFirstChunk: true },
  ),
  unverified('a body that is not an object', answer('[]'), 'a JSON object'),
  unverified('a stream without events', stream(['']), 'a stream with events'),
  passes(
    'an empty id in what a tool gave',
    answer(response({ output: [{ ...message('Hello'), output: [{ id: '' }] }] }), {
      operation: 'responses',
    }),
  ),
]);

const usage = (prompt_tokens: unknown, completion_tokens: unknown, total_tokens: unknown) =>
  answer(completion({ usage: { prompt_tokens, completion_tokens, total_tokens, extra: {} } }));

const countedStream = { model: 'm', stream: true, stream_options: { include_usage: true } };

const counted = (counts: object | null) =>
  stream([ROLE, STOP, chunk([], { usage: counts }), DONE_EVENT], { sent: countedStream });

ruleTable(chatUsageIntegers, [
  passes('integers that do not add up', usage(3, 4, 8)),
  passes('no tokens at all', usage(0, 0, 0)),
  passes(
    'usage with other names that a profile gives',
    answer({ usage: { in: 1, out: 2, all: 3 } }),
    { usageNames: { chat: ['in', 'out', 'all'], responses: ['in', 'out', 'all'] } },
  ),
  passes(
    'integers in a stream',
    counted({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }),
  ),
  finds('tokens missing', usage(undefined, 4, 7), {
    expected: 'integer, at least 0',
    actual: 'absent',
    where: 'usage.prompt_tokens',
  }),
  finds('a stream without the usage that was requested', counted(null), {
    expected: 'a chunk with usage',
    actual: 'none',
    where: 'usage',
  }),
  unverified(
    'a stream that fails',
    stream([ROLE, ERROR_EVENT], { sent: countedStream }),
    'a stream without a failure',
  ),
]);
