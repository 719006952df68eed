import {
  responsesStreamErrorEvent,
  responsesStreamNesting,
  responsesStreamOffered,
} from '../../../../src/conformance/rules/responses-stream/course.ts';
import {
  responsesStreamEqualsSync,
  responsesStreamFinalComplete,
  responsesStreamTextDone,
} from '../../../../src/conformance/rules/responses-stream/shape.ts';
import { answer, event, series, stream } from '../exchanges.ts';
import { message, response } from '../responses/bodies.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import {
  CLOSING,
  COMPLETED,
  CREATED,
  DONE_EVENT,
  delta,
  ERROR,
  FAILED,
  FOREIGN,
  ITEM_ADDED,
  ITEM_DONE,
  OPENING,
  PART_ADDED,
  PART_DONE,
  sent,
  state,
  TEXT,
  TEXT_DONE,
  WHOLE,
} from './events.ts';

const BODY = answer(response({ output: [message('Hello world')] }), { operation: 'responses' });

const twins = (members: Record<string, unknown>) =>
  series([BODY, sent([...TEXT, state('completed', members)])]);

ruleTable(responsesStreamEqualsSync, [
  passes('the same response in both forms', series([BODY, sent(WHOLE)])),
  passes('other ids and times', twins({ id: 'resp-2', created_at: 7 })),
  finds(
    'a stream without one of its deltas',
    series([BODY, sent([delta('world'), state('completed')])]),
    { expected: '"Hello world" (11 characters)', where: 'deltas joined' },
  ),
  finds(
    'items of another type',
    twins({ output: [{ ...message('Hello world'), type: 'reasoning' }] }),
    { expected: '["message"]', actual: ['reasoning'], where: 'output, types' },
  ),
  passes(
    'usage with more details in one of them',
    twins({
      usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7, output_tokens_details: {} },
    }),
  ),
  finds('another usage', twins({ usage: { input_tokens: 3, output_tokens: 4 } }), {
    expected: '[3,4,7]',
    actual: [3, 4, null],
    where: 'usage',
  }),
  unverified(
    'a stream that was refused',
    series([BODY, answer({ error: {} }, { status: 500 })]),
    'needs one body and one whole stream',
  ),
  unverified(
    'a stream without response.completed',
    series([BODY, sent([CREATED])]),
    'needs a response in one body and as a stream',
  ),
]);

const expect = { failingMidStreamModel: 'fail-mid' };
const failing = { operation: 'responses', sent: { model: 'fail-mid', stream: true } } as const;
const BEGUN = [...OPENING, ...TEXT];

ruleTable(responsesStreamErrorEvent, [
  passes('an error event', sent([...BEGUN, ERROR], failing), expect),
  passes(
    'an error event, response.failed and [DONE]',
    sent([...BEGUN, ERROR, FAILED], { ...failing, tail: [DONE_EVENT] }),
    expect,
  ),
  passes('response.failed with its error', sent([...BEGUN, FAILED], failing), expect),
  passes(
    'an error event before the connection breaks',
    sent([...BEGUN, ERROR], { ...failing, outcome: 'truncated' }),
    expect,
  ),
  {
    name: 'a failure that looks like success',
    evidence: sent(WHOLE, failing),
    expect,
    findings: [
      { actual: 'response.completed, then the end' },
      { expected: 'no response.completed after a failure' },
    ],
  },
  {
    name: 'response.failed without error',
    evidence: sent([...BEGUN, state('failed', { error: null })], failing),
    expect,
    findings: [{ expected: 'response.failed with its error' }],
  },
  unverified(
    'a failure before the stream began',
    answer({ error: {} }, { ...failing, status: 500 }),
    'needs a failure after the stream has begun',
    expect,
  ),
  unverified('another model', sent(WHOLE), 'needs a request to the failing model', expect),
]);

const ended = (members: Record<string, unknown>) =>
  sent([
    ...WHOLE.slice(0, -1),
    state('completed', { output: [message('Hello world')], ...members }),
  ]);

ruleTable(responsesStreamFinalComplete, [
  passes('the whole response', sent(WHOLE)),
  passes('no output_text, which another rule demands,', ended({ output_text: undefined })),
  passes('a dated model and unknown members', ended({ model: 'm-2026', billing: {} })),
  finds('an empty output', ended({ output: [] }), {
    expected: '1 item, as in the stream',
    actual: 'no items',
    where: 'response.output',
  }),
  finds('another output_text', ended({ output_text: '' }), { where: 'response.output_text' }),
  finds(
    'no usage and another status',
    ended({ status: 'in_progress', usage: null }),
    { actual: 'in_progress', where: 'response.status' },
    { actual: null, where: 'response.usage' },
  ),
  finds(
    'an item at another output_index than its place',
    sent([
      ...WHOLE.slice(0, -2),
      { ...ITEM_DONE, output_index: 1 },
      state('completed', { output: [message('Hello world')] }),
    ]),
    {
      expected: 'the item msg-1, as its output_index says',
      actual: 'absent',
      where: 'response.output[1]',
    },
  ),
  passes(
    'an item without an id, which another rule demands,',
    ended({ output: [{ ...message('Hello world'), id: undefined }] }),
  ),
  passes(
    'an event for an item without an id, which another rule demands,',
    sent([
      ...WHOLE.slice(0, -2),
      { ...ITEM_DONE, item: { ...message('Hello world'), id: undefined } },
      state('completed', { output: [message('Hello world')] }),
    ]),
  ),
  unverified('a failed response', sent([FAILED]), 'response.completed'),
]);

const at = (index: number) => (placed: (typeof WHOLE)[number]) => ({
  ...placed,
  output_index: index,
});

const ITEM = WHOLE.slice(2, -1);

const CALL = [
  { ...ITEM_ADDED, item: { id: 'call-1', type: 'function_call' } },
  { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{' },
  { ...ITEM_DONE, item: { id: 'call-1', type: 'function_call' } },
];

ruleTable(responsesStreamNesting, [
  passes('one item with one part', sent(WHOLE, { tail: [DONE_EVENT] })),
  passes('two items one after the other', sent([CREATED, ...ITEM, ...ITEM.map(at(1)), COMPLETED])),
  passes(
    'two items at once',
    sent([CREATED, ...ITEM.flatMap((one) => [one, at(1)(one)]), COMPLETED]),
  ),
  passes(
    'two parts in one item',
    sent([
      ...WHOLE.slice(0, -2),
      ...WHOLE.slice(3, -2).map((one) => ({ ...one, content_index: 1 })),
      ...WHOLE.slice(-2),
    ]),
  ),
  passes('a tool call, which has no parts,', sent([CREATED, ...CALL, COMPLETED])),
  passes('an empty part without text done', sent([...OPENING, PART_DONE, ITEM_DONE])),
  passes('events of a vendor between', sent([...OPENING, FOREIGN, ...TEXT, ...CLOSING])),
  passes('a failed response with an open item', sent([...OPENING, ...TEXT, FAILED])),
  finds('no content_part.done', sent([...OPENING, ...TEXT, TEXT_DONE, ITEM_DONE, COMPLETED]), {
    expected: 'response.content_part.done before it',
    actual: 'response.output_item.done',
    where: 'output_index 0',
    atMs: 80,
  }),
  finds('no output_text.done', sent([...OPENING, ...TEXT, PART_DONE, ITEM_DONE, COMPLETED]), {
    expected: 'response.output_text.done before it',
  }),
  finds('no output_item.done', sent([...OPENING, ...TEXT, TEXT_DONE, PART_DONE, COMPLETED]), {
    expected: 'response.output_item.done, output_index 0',
    actual: 'absent',
  }),
  finds('no output_item.added', sent([CREATED, PART_ADDED, ...TEXT, ...CLOSING]), {
    expected: 'response.output_item.added before it',
    actual: PART_ADDED.type,
  }),
  finds('no content_part.added', sent([CREATED, ITEM_ADDED, ...TEXT, ...CLOSING]), {
    expected: 'response.content_part.added before it',
    atMs: 30,
  }),
  finds(
    'a delta after its text is done',
    sent([...OPENING, ...TEXT, TEXT_DONE, delta('!'), PART_DONE, ITEM_DONE]),
    { expected: 'no delta after response.output_text.done' },
  ),
  finds('an item added twice', sent([CREATED, ITEM_ADDED, ...WHOLE.slice(2)]), {
    expected: 'a new output_index',
  }),
  finds('a part after its item is done', sent([CREATED, ITEM_ADDED, ITEM_DONE, PART_ADDED]), {
    expected: 'no part after response.output_item.done',
  }),
  unverified('no output', sent([CREATED, COMPLETED]), 'a stream with output'),
]);

const facts = { operation: 'responses', sent: { model: 'some-model', stream: true } } as const;

ruleTable(responsesStreamOffered, [
  finds('one JSON body', answer(response(), facts), {
    expected: 'text/event-stream',
    actual: 'application/json',
  }),
  finds('an event without type', stream([event({ delta: 'Hi' })], facts), {
    expected: 'a JSON object with a type',
    actual: 'absent',
    where: 'type',
    atMs: 10,
  }),
  finds('an empty stream', stream([''], facts), { expected: 'an event' }),
  finds(
    'a valid request whose stream has an error event, then all of its events',
    stream([event({ type: 'error', message: 'no' }), event({ type: 'response.created' })], {
      ...facts,
      expected: 'accepted',
    }),
    { expected: 'a stream without an error', atMs: 10 },
  ),
  passes(
    'a stream that fails on purpose',
    stream([event({ type: 'response.failed', response: {} })], facts),
  ),
  unverified(
    'a request for one body',
    answer(response(), { ...facts, sent: { model: 'some-model' } }),
    'needs a request with the stream switch on',
  ),
  passes(
    'text among the events, which another rule forbids,',
    stream([event({ type: 'response.created' }), event('Hello')], facts),
  ),
  finds(
    'text for the first event',
    stream([event('Hello'), event({ type: 'response.created' })], facts),
    {
      expected: 'a JSON object with a type',
      actual: 'an event that is not one: Hello',
      atMs: 10,
    },
  ),
]);

ruleTable(responsesStreamTextDone, [
  passes('the joined deltas in all three', sent(WHOLE)),
  passes(
    'a second part with its own text',
    sent([
      ...TEXT,
      delta('more', { content_index: 1 }),
      { ...ITEM_DONE, item: message('Hello world', 'more') },
    ]),
  ),
  passes(
    'an item without text',
    sent([{ ...ITEM_DONE, item: { type: 'reasoning' } }, ...TEXT, TEXT_DONE]),
  ),
  finds(
    'a done part with another text',
    sent([...TEXT, { ...PART_DONE, part: { type: 'output_text', text: 'Hello' } }]),
    { where: 'response.content_part.done' },
  ),
  finds('a done item with another text', sent([...TEXT, { ...ITEM_DONE, item: message('Bye') }]), {
    where: 'response.output_item.done',
  }),
  unverified('no text done', sent([CREATED, ...TEXT]), 'a finished text'),
]);
