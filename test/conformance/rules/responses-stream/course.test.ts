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
  { name: 'the same response in both forms', evidence: series([BODY, sent(WHOLE)]) },
  { name: 'other ids and times', evidence: twins({ id: 'resp-2', created_at: 7 }) },
  {
    name: 'a stream without one of its deltas',
    evidence: series([BODY, sent([delta('world'), state('completed')])]),
    findings: [{ expected: '"Hello world" (11 characters)', where: 'deltas joined' }],
  },
  {
    name: 'items of another type',
    evidence: twins({ output: [{ ...message('Hello world'), type: 'reasoning' }] }),
    findings: [{ expected: '["message"]', actual: ['reasoning'], where: 'output, types' }],
  },
  {
    name: 'usage with more details in one of them',
    evidence: twins({
      usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7, output_tokens_details: {} },
    }),
  },
  {
    name: 'another usage',
    evidence: twins({ usage: { input_tokens: 3, output_tokens: 4 } }),
    findings: [{ expected: '[3,4,7]', actual: [3, 4, null], where: 'usage' }],
  },
  {
    name: 'a stream that was refused',
    evidence: series([BODY, answer({ error: {} }, { status: 500 })]),
    unverifiable: 'needs one body and one whole stream',
  },
  {
    name: 'a stream without response.completed',
    evidence: series([BODY, sent([CREATED])]),
    unverifiable: 'needs a response in one body and as a stream',
  },
]);

const expect = { failingMidStreamModel: 'fail-mid' };
const failing = { operation: 'responses', sent: { model: 'fail-mid', stream: true } } as const;
const BEGUN = [...OPENING, ...TEXT];

ruleTable(responsesStreamErrorEvent, [
  { name: 'an error event', evidence: sent([...BEGUN, ERROR], failing), expect },
  {
    name: 'an error event, response.failed and [DONE]',
    evidence: sent([...BEGUN, ERROR, FAILED], { ...failing, tail: [DONE_EVENT] }),
    expect,
  },
  { name: 'response.failed with its error', evidence: sent([...BEGUN, FAILED], failing), expect },
  {
    name: 'an error event before the connection breaks',
    evidence: sent([...BEGUN, ERROR], { ...failing, outcome: 'truncated' }),
    expect,
  },
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
  {
    name: 'a failure before the stream began',
    evidence: answer({ error: {} }, { ...failing, status: 500 }),
    expect,
    unverifiable: 'needs a failure after the stream has begun',
  },
  {
    name: 'another model',
    evidence: sent(WHOLE),
    expect,
    unverifiable: 'needs a request to the failing model',
  },
]);

const ended = (members: Record<string, unknown>) =>
  sent([
    ...WHOLE.slice(0, -1),
    state('completed', { output: [message('Hello world')], ...members }),
  ]);

ruleTable(responsesStreamFinalComplete, [
  { name: 'the whole response', evidence: sent(WHOLE) },
  {
    name: 'no output_text, which another rule demands,',
    evidence: ended({ output_text: undefined }),
  },
  { name: 'a dated model and unknown members', evidence: ended({ model: 'm-2026', billing: {} }) },
  {
    name: 'an empty output',
    evidence: ended({ output: [] }),
    findings: [
      { expected: '1 item, as in the stream', actual: 'no items', where: 'response.output' },
    ],
  },
  {
    name: 'another output_text',
    evidence: ended({ output_text: '' }),
    findings: [{ where: 'response.output_text' }],
  },
  {
    name: 'no usage and another status',
    evidence: ended({ status: 'in_progress', usage: null }),
    findings: [
      { actual: 'in_progress', where: 'response.status' },
      { actual: null, where: 'response.usage' },
    ],
  },
  {
    name: 'an item at another output_index than its place',
    evidence: sent([
      ...WHOLE.slice(0, -2),
      { ...ITEM_DONE, output_index: 1 },
      state('completed', { output: [message('Hello world')] }),
    ]),
    findings: [
      {
        expected: 'the item msg-1, as its output_index says',
        actual: 'absent',
        where: 'response.output[1]',
      },
    ],
  },
  {
    name: 'an item without an id, which another rule demands,',
    evidence: ended({ output: [{ ...message('Hello world'), id: undefined }] }),
  },
  {
    name: 'an event for an item without an id, which another rule demands,',
    evidence: sent([
      ...WHOLE.slice(0, -2),
      { ...ITEM_DONE, item: { ...message('Hello world'), id: undefined } },
      state('completed', { output: [message('Hello world')] }),
    ]),
  },
  { name: 'a failed response', evidence: sent([FAILED]), unverifiable: 'response.completed' },
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
  { name: 'one item with one part', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  {
    name: 'two items one after the other',
    evidence: sent([CREATED, ...ITEM, ...ITEM.map(at(1)), COMPLETED]),
  },
  {
    name: 'two items at once',
    evidence: sent([CREATED, ...ITEM.flatMap((one) => [one, at(1)(one)]), COMPLETED]),
  },
  {
    name: 'two parts in one item',
    evidence: sent([
      ...WHOLE.slice(0, -2),
      ...WHOLE.slice(3, -2).map((one) => ({ ...one, content_index: 1 })),
      ...WHOLE.slice(-2),
    ]),
  },
  { name: 'a tool call, which has no parts,', evidence: sent([CREATED, ...CALL, COMPLETED]) },
  { name: 'an empty part without text done', evidence: sent([...OPENING, PART_DONE, ITEM_DONE]) },
  {
    name: 'events of a vendor between',
    evidence: sent([...OPENING, FOREIGN, ...TEXT, ...CLOSING]),
  },
  { name: 'a failed response with an open item', evidence: sent([...OPENING, ...TEXT, FAILED]) },
  {
    name: 'no content_part.done',
    evidence: sent([...OPENING, ...TEXT, TEXT_DONE, ITEM_DONE, COMPLETED]),
    findings: [
      {
        expected: 'response.content_part.done before it',
        actual: 'response.output_item.done',
        where: 'output_index 0',
        atMs: 80,
      },
    ],
  },
  {
    name: 'no output_text.done',
    evidence: sent([...OPENING, ...TEXT, PART_DONE, ITEM_DONE, COMPLETED]),
    findings: [{ expected: 'response.output_text.done before it' }],
  },
  {
    name: 'no output_item.done',
    evidence: sent([...OPENING, ...TEXT, TEXT_DONE, PART_DONE, COMPLETED]),
    findings: [{ expected: 'response.output_item.done, output_index 0', actual: 'absent' }],
  },
  {
    name: 'no output_item.added',
    evidence: sent([CREATED, PART_ADDED, ...TEXT, ...CLOSING]),
    findings: [{ expected: 'response.output_item.added before it', actual: PART_ADDED.type }],
  },
  {
    name: 'no content_part.added',
    evidence: sent([CREATED, ITEM_ADDED, ...TEXT, ...CLOSING]),
    findings: [{ expected: 'response.content_part.added before it', atMs: 30 }],
  },
  {
    name: 'a delta after its text is done',
    evidence: sent([...OPENING, ...TEXT, TEXT_DONE, delta('!'), PART_DONE, ITEM_DONE]),
    findings: [{ expected: 'no delta after response.output_text.done' }],
  },
  {
    name: 'a delta after its part is done',
    evidence: sent([...OPENING, ...TEXT, TEXT_DONE, PART_DONE, delta('!'), ITEM_DONE]),
    findings: [{ expected: 'nothing after response.content_part.done' }],
  },
  {
    name: 'text done twice',
    evidence: sent([...OPENING, ...TEXT, TEXT_DONE, ...CLOSING]),
    findings: [{ expected: 'one response.output_text.done' }],
  },
  {
    name: 'an item added twice',
    evidence: sent([CREATED, ITEM_ADDED, ...WHOLE.slice(2)]),
    findings: [{ expected: 'a new output_index' }],
  },
  {
    name: 'a part added twice',
    evidence: sent([...OPENING, PART_ADDED, ...TEXT, ...CLOSING]),
    findings: [{ expected: 'a new content_index' }],
  },
  {
    name: 'an item done twice',
    evidence: sent([...OPENING, ...TEXT, TEXT_DONE, PART_DONE, ITEM_DONE, ITEM_DONE]),
    findings: [{ expected: 'one response.output_item.done' }],
  },
  {
    name: 'a part after its item is done',
    evidence: sent([CREATED, ITEM_ADDED, ITEM_DONE, PART_ADDED]),
    findings: [{ expected: 'no part after response.output_item.done' }],
  },
  { name: 'no output', evidence: sent([CREATED, COMPLETED]), unverifiable: 'a stream with output' },
]);

const facts = { operation: 'responses', sent: { model: 'some-model', stream: true } } as const;

ruleTable(responsesStreamOffered, [
  { name: 'a stream of typed events', evidence: sent(WHOLE) },
  {
    name: 'one JSON body',
    evidence: answer(response(), facts),
    findings: [{ expected: 'text/event-stream', actual: 'application/json' }],
  },
  {
    name: 'an event without type',
    evidence: stream([event({ delta: 'Hi' })], facts),
    findings: [
      { expected: 'a JSON object with a type', actual: 'absent', where: 'type', atMs: 10 },
    ],
  },
  { name: 'an empty stream', evidence: stream([''], facts), findings: [{ expected: 'an event' }] },
  {
    name: 'a valid request whose stream has an error event, then all of its events',
    evidence: stream(
      [event({ type: 'error', message: 'no' }), event({ type: 'response.created' })],
      {
        ...facts,
        expected: 'accepted',
      },
    ),
    findings: [{ expected: 'a stream without an error', atMs: 10 }],
  },
  {
    name: 'a stream that fails on purpose',
    evidence: stream([event({ type: 'response.failed', response: {} })], facts),
  },
  {
    name: 'a request for one body',
    evidence: answer(response(), { ...facts, sent: { model: 'some-model' } }),
    unverifiable: 'needs a request with the stream switch on',
  },
  {
    name: 'text among the events, which another rule forbids,',
    evidence: stream([event({ type: 'response.created' }), event('Hello')], facts),
  },
  {
    name: 'text for the first event',
    evidence: stream([event('Hello'), event({ type: 'response.created' })], facts),
    findings: [
      {
        expected: 'a JSON object with a type',
        actual: 'an event that is not one: Hello',
        atMs: 10,
      },
    ],
  },
]);

ruleTable(responsesStreamTextDone, [
  { name: 'the joined deltas in all three', evidence: sent(WHOLE) },
  {
    name: 'a second part with its own text',
    evidence: sent([
      ...TEXT,
      delta('more', { content_index: 1 }),
      { ...ITEM_DONE, item: message('Hello world', 'more') },
    ]),
  },
  {
    name: 'an item without text',
    evidence: sent([{ ...ITEM_DONE, item: { type: 'reasoning' } }, ...TEXT, TEXT_DONE]),
  },
  {
    name: 'a done part with another text',
    evidence: sent([...TEXT, { ...PART_DONE, part: { type: 'output_text', text: 'Hello' } }]),
    findings: [{ where: 'response.content_part.done' }],
  },
  {
    name: 'a done item with another text',
    evidence: sent([...TEXT, { ...ITEM_DONE, item: message('Bye') }]),
    findings: [{ where: 'response.output_item.done' }],
  },
  { name: 'no text done', evidence: sent([CREATED, ...TEXT]), unverifiable: 'a finished text' },
]);
