import {
  responsesStreamDoneSentinel,
  responsesStreamSequence,
  responsesStreamStartsCreated,
  responsesStreamTerminalOnceLast,
} from '../../../../src/conformance/rules/responses-stream/course.ts';
import {
  responsesStreamDetails,
  responsesStreamEventName,
  responsesStreamEventShape,
  responsesStreamIdsAgree,
} from '../../../../src/conformance/rules/responses-stream/shape.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import {
  COMPLETED,
  CREATED,
  DONE_EVENT,
  delta,
  ERROR,
  FAILED,
  FOREIGN,
  IN_PROGRESS,
  ITEM_ADDED,
  ITEM_DONE,
  OPENING,
  PART_ADDED,
  sent,
  state,
  WHOLE,
} from './events.ts';

ruleTable(responsesStreamDetails, [
  { name: 'a whole stream', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  { name: 'an error with its message', evidence: sent([CREATED, ERROR]) },
  {
    name: 'an error with its message inside',
    evidence: sent([CREATED, { type: 'error', error: { message: 'No.' } }]),
  },
  {
    name: 'a response without a status',
    evidence: sent([CREATED, state('in_progress', { status: undefined })]),
    findings: [{ expected: 'string', where: 'response.in_progress, response.status', atMs: 20 }],
  },
  {
    name: 'an error that is a bare string',
    evidence: sent([CREATED, { type: 'error', error: 'No.' }]),
    findings: [{ expected: 'message, or error.message', actual: 'No.', where: 'error' }],
  },
  {
    name: 'deltas alone',
    evidence: sent([delta('Hello')]),
    unverifiable: 'an event about the state of the response',
  },
  {
    name: 'one JSON body',
    evidence: answer({ id: 'resp-1' }, { operation: 'responses' }),
    unverifiable: 'an event stream',
  },
]);

ruleTable(responsesStreamDoneSentinel, [
  { name: 'no [DONE]', evidence: sent(WHOLE) },
  { name: '[DONE] last', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  {
    name: '[DONE] twice',
    evidence: sent(WHOLE, { tail: [DONE_EVENT, DONE_EVENT] }),
    findings: [
      { expected: 'end of stream after [DONE]', actual: 'a further event: [DONE]', atMs: 120 },
    ],
  },
  {
    name: 'no [DONE] where a profile requires it',
    evidence: sent(WHOLE),
    expect: { responsesDone: 'required' },
    findings: [{ expected: '[DONE]', actual: 'absent' }],
  },
  {
    name: '[DONE] where a profile forbids it',
    evidence: sent(WHOLE, { tail: [DONE_EVENT] }),
    expect: { responsesDone: 'forbidden' },
    findings: [{ expected: 'no [DONE]', atMs: 110 }],
  },
  { name: 'no event', evidence: sent([]), unverifiable: 'needs a stream with events' },
]);

ruleTable(responsesStreamEventName, [
  { name: 'a name that is the type', evidence: sent([...WHOLE, FOREIGN], { tail: [DONE_EVENT] }) },
  {
    name: 'event: after data:',
    evidence: stream(['data: {"type":"response.created"}\nevent: response.created\n\n']),
  },
  {
    name: 'no event: line where a profile allows it',
    evidence: stream([event(CREATED)]),
    expect: { eventLine: 'optional' },
  },
  {
    name: 'no event: line',
    evidence: stream([event(CREATED)]),
    findings: [{ expected: 'event: response.created', actual: 'no event: line', atMs: 10 }],
  },
  {
    name: 'only [DONE]',
    evidence: stream([DONE_EVENT]),
    unverifiable: 'a stream with typed events',
  },
]);

ruleTable(responsesStreamEventShape, [
  { name: 'a whole stream', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  { name: 'an event of another vendor', evidence: sent([...OPENING, FOREIGN]) },
  {
    name: 'a state, an item and a part without id and type, which are for other rules,',
    evidence: sent([
      state('created', { id: undefined }),
      { type: 'response.output_item.added', output_index: 0, item: {} },
      { ...PART_ADDED, part: null },
    ]),
  },
  {
    name: 'an event that is empty',
    evidence: sent([CREATED], { tail: [event({})] }),
    findings: [{ expected: 'string', actual: 'absent', where: 'type' }],
  },
  {
    name: 'the object and the message of an error, which are for another rule,',
    evidence: sent([state('created', { object: 'chat' }), { type: 'error', error: 'No.' }]),
  },
  {
    name: 'a delta that is a number',
    evidence: sent([CREATED, delta('', { delta: 4 })]),
    findings: [{ expected: 'string', where: 'response.output_text.delta, delta' }],
  },
  {
    name: 'a number that repeats, which is for another rule',
    evidence: sent([CREATED, delta('a', { sequence_number: 'one' })]),
  },
  {
    name: 'a stream of [DONE] alone',
    evidence: sent([], { tail: [DONE_EVENT] }),
    unverifiable: 'a stream with events',
  },
  {
    name: 'a delta whose item has a number for an id',
    evidence: sent([CREATED, delta('Hello', { item_id: 4 })]),
    findings: [{ expected: 'string', where: 'response.output_text.delta, item_id' }],
  },
  {
    name: 'a whole text that is sent as a delta',
    evidence: sent([CREATED, delta('Hello', { type: 'response.output_text.done' })]),
    findings: [{ expected: 'string', where: 'response.output_text.done, text' }],
  },
  {
    name: 'one JSON body',
    evidence: answer({ id: 'resp-1' }, { operation: 'responses' }),
    unverifiable: 'an event stream',
  },
  {
    name: 'a number as text in an event that is not a delta, which is for another rule,',
    evidence: sent([{ ...CREATED, sequence_number: 'one' }]),
  },
]);

ruleTable(responsesStreamIdsAgree, [
  { name: 'one response and one item', evidence: sent(WHOLE) },
  {
    name: 'events of a vendor with ids of their own',
    evidence: sent([...OPENING, { ...FOREIGN, item_id: 'x' }]),
  },
  {
    name: 'an item that was never announced, which another rule forbids,',
    evidence: sent([CREATED, delta('Hi'), state('completed')]),
  },
  {
    name: 'no item id in a part',
    evidence: sent([ITEM_ADDED, { ...PART_ADDED, item_id: undefined }]),
    findings: [{ actual: 'absent', where: 'response.content_part.added, item_id' }],
  },
  {
    name: 'another id of the finished item',
    evidence: sent([ITEM_ADDED, { ...ITEM_DONE, item: { id: 'msg-9' } }]),
    findings: [{ actual: 'msg-9', where: 'response.output_item.done, item.id' }],
  },
  { name: 'nothing to compare', evidence: sent([CREATED]), unverifiable: 'refer to a response' },
]);

const numbered = (...numbers: unknown[]) =>
  sent(numbers.map((sequence_number) => ({ ...IN_PROGRESS, sequence_number })));

ruleTable(responsesStreamSequence, [
  { name: 'numbers from 0', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  { name: 'numbers from 1 with a gap', evidence: numbered(1, 2, 7) },
  {
    name: 'a number twice',
    evidence: numbered(0, 1, 1, 2),
    findings: [
      { expected: 'greater than 1', actual: 1, where: 'response.in_progress, sequence_number' },
    ],
  },
  {
    name: 'a number that falls',
    evidence: numbered(3, 2),
    findings: [{ expected: 'greater than 3' }],
  },
  {
    name: 'a number as text',
    evidence: numbered('0'),
    findings: [{ expected: 'integer', actual: '0' }],
  },
  { name: 'no event', evidence: sent([]), unverifiable: 'a stream with typed events' },
]);

const QUEUED = state('queued', { status: 'queued' });

ruleTable(responsesStreamStartsCreated, [
  { name: 'created, then in progress, then items', evidence: sent(WHOLE) },
  {
    name: 'created as queued, queued, in progress',
    evidence: sent([state('created', { status: 'queued' }), QUEUED, IN_PROGRESS, ITEM_ADDED]),
  },
  { name: 'created alone before the items', evidence: sent([CREATED, ITEM_ADDED]) },
  { name: 'an event of a vendor before created', evidence: sent([FOREIGN, ...WHOLE]) },
  {
    name: 'an item first',
    evidence: sent(WHOLE.slice(2)),
    findings: [
      { expected: 'response.created first', actual: 'response.output_item.added', atMs: 10 },
    ],
  },
  {
    name: 'created as completed',
    evidence: sent([state('created'), ...WHOLE.slice(1)]),
    findings: [{ actual: 'completed', where: 'response.status' }],
  },
  {
    name: 'in progress after an item',
    evidence: sent([CREATED, ITEM_ADDED, IN_PROGRESS]),
    findings: [{ expected: 'no such event after an output item', atMs: 30 }],
  },
  {
    name: 'an error alone',
    evidence: sent([ERROR]),
    unverifiable: 'a stream with response events',
  },
]);

ruleTable(responsesStreamTerminalOnceLast, [
  { name: 'response.completed last', evidence: sent(WHOLE) },
  {
    name: '[DONE] and a comment after it',
    evidence: sent(WHOLE, { tail: [DONE_EVENT, ': bye\n\n'] }),
  },
  {
    name: 'response.incomplete last',
    evidence: sent([...WHOLE.slice(0, -1), state('incomplete')]),
  },
  { name: 'response.failed after an error', evidence: sent([ERROR, FAILED]) },
  {
    name: 'no terminal event',
    evidence: sent(WHOLE.slice(0, -1)),
    findings: [{ actual: 'response.output_item.done, then the end', atMs: 90 }],
  },
  { name: 'a second one', evidence: sent([COMPLETED, COMPLETED]), findings: [{ atMs: 20 }] },
  {
    name: 'an error at the end',
    evidence: sent([ERROR]),
    unverifiable: 'does not end with an error',
  },
  { name: 'no event', evidence: sent([]), unverifiable: 'needs a stream with typed events' },
]);
