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
import { finds, passes, unverified } from '../verdicts.ts';
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
  passes('a whole stream', sent(WHOLE, { tail: [DONE_EVENT] })),
  passes('an error with its message', sent([CREATED, ERROR])),
  passes(
    'an error with its message inside',
    sent([CREATED, { type: 'error', error: { message: 'No.' } }]),
  ),
  finds(
    'a response without a status',
    sent([CREATED, state('in_progress', { status: undefined })]),
    { expected: 'string', where: 'response.in_progress, response.status', atMs: 20 },
  ),
  finds('an error that is a bare string', sent([CREATED, { type: 'error', error: 'No.' }]), {
    expected: 'message, or error.message',
    actual: 'No.',
    where: 'error',
  }),
  unverified('deltas alone', sent([delta('Hello')]), 'an event about the state of the response'),
  unverified(
    'one JSON body',
    answer({ id: 'resp-1' }, { operation: 'responses' }),
    'an event stream',
  ),
]);

ruleTable(responsesStreamDoneSentinel, [
  passes('no [DONE]', sent(WHOLE)),
  passes('[DONE] last', sent(WHOLE, { tail: [DONE_EVENT] })),
  finds('[DONE] twice', sent(WHOLE, { tail: [DONE_EVENT, DONE_EVENT] }), {
    expected: 'end of stream after [DONE]',
    actual: 'a further event: [DONE]',
    atMs: 120,
  }),
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
  unverified('no event', sent([]), 'needs a stream with events'),
]);

ruleTable(responsesStreamEventName, [
  passes(
    'event: after data:',
    stream(['data: {"type":"response.created"}\nevent: response.created\n\n']),
  ),
  passes('no event: line where a profile allows it', stream([event(CREATED)]), {
    eventLine: 'optional',
  }),
  finds('no event: line', stream([event(CREATED)]), {
    expected: 'event: response.created',
    actual: 'no event: line',
    atMs: 10,
  }),
  unverified('only [DONE]', stream([DONE_EVENT]), 'a stream with typed events'),
]);

ruleTable(responsesStreamEventShape, [
  passes('an event of another vendor', sent([...OPENING, FOREIGN])),
  passes(
    'a state, an item and a part without id and type, which are for other rules,',
    sent([
      state('created', { id: undefined }),
      { type: 'response.output_item.added', output_index: 0, item: {} },
      { ...PART_ADDED, part: null },
    ]),
  ),
  finds('an event that is empty', sent([CREATED], { tail: [event({})] }), {
    expected: 'string',
    actual: 'absent',
    where: 'type',
  }),
  passes(
    'the object and the message of an error, which are for another rule,',
    sent([state('created', { object: 'chat' }), { type: 'error', error: 'No.' }]),
  ),
  finds('a delta that is a number', sent([CREATED, delta('', { delta: 4 })]), {
    expected: 'string',
    where: 'response.output_text.delta, delta',
  }),
  passes(
    'a number that repeats, which is for another rule',
    sent([CREATED, delta('a', { sequence_number: 'one' })]),
  ),
  unverified('a stream of [DONE] alone', sent([], { tail: [DONE_EVENT] }), 'a stream with events'),
  finds(
    'a delta whose item has a number for an id',
    sent([CREATED, delta('Hello', { item_id: 4 })]),
    { expected: 'string', where: 'response.output_text.delta, item_id' },
  ),
  finds(
    'a whole text that is sent as a delta',
    sent([CREATED, delta('Hello', { type: 'response.output_text.done' })]),
    { expected: 'string', where: 'response.output_text.done, text' },
  ),
  unverified(
    'one JSON body',
    answer({ id: 'resp-1' }, { operation: 'responses' }),
    'an event stream',
  ),
  passes(
    'a number as text in an event that is not a delta, which is for another rule,',
    sent([{ ...CREATED, sequence_number: 'one' }]),
  ),
]);

ruleTable(responsesStreamIdsAgree, [
  passes('one response and one item', sent(WHOLE)),
  passes(
    'events of a vendor with ids of their own',
    sent([...OPENING, { ...FOREIGN, item_id: 'x' }]),
  ),
  passes(
    'an item that was never announced, which another rule forbids,',
    sent([CREATED, delta('Hi'), state('completed')]),
  ),
  finds('no item id in a part', sent([ITEM_ADDED, { ...PART_ADDED, item_id: undefined }]), {
    actual: 'absent',
    where: 'response.content_part.added, item_id',
  }),
  finds(
    'another id of the finished item',
    sent([ITEM_ADDED, { ...ITEM_DONE, item: { id: 'msg-9' } }]),
    { actual: 'msg-9', where: 'response.output_item.done, item.id' },
  ),
  unverified('nothing to compare', sent([CREATED]), 'refer to a response'),
]);

const numbered = (...numbers: unknown[]) =>
  sent(numbers.map((sequence_number) => ({ ...IN_PROGRESS, sequence_number })));

ruleTable(responsesStreamSequence, [
  passes('numbers from 0', sent(WHOLE, { tail: [DONE_EVENT] })),
  passes('numbers from 1 with a gap', numbered(1, 2, 7)),
  finds('a number twice', numbered(0, 1, 1, 2), {
    expected: 'greater than 1',
    actual: 1,
    where: 'response.in_progress, sequence_number',
  }),
  finds('a number that falls', numbered(3, 2), { expected: 'greater than 3' }),
  finds('a number as text', numbered('0'), { expected: 'integer', actual: '0' }),
  unverified('no event', sent([]), 'a stream with typed events'),
]);

const QUEUED = state('queued', { status: 'queued' });

ruleTable(responsesStreamStartsCreated, [
  passes('created, then in progress, then items', sent(WHOLE)),
  passes(
    'created as queued, queued, in progress',
    sent([state('created', { status: 'queued' }), QUEUED, IN_PROGRESS, ITEM_ADDED]),
  ),
  passes('an event of a vendor before created', sent([FOREIGN, ...WHOLE])),
  finds('an item first', sent(WHOLE.slice(2)), {
    expected: 'response.created first',
    actual: 'response.output_item.added',
    atMs: 10,
  }),
  finds('created as completed', sent([state('created'), ...WHOLE.slice(1)]), {
    actual: 'completed',
    where: 'response.status',
  }),
  finds('in progress after an item', sent([CREATED, ITEM_ADDED, IN_PROGRESS]), {
    expected: 'no such event after an output item',
    atMs: 30,
  }),
  unverified('an error alone', sent([ERROR]), 'a stream with response events'),
]);

ruleTable(responsesStreamTerminalOnceLast, [
  passes('[DONE] and a comment after it', sent(WHOLE, { tail: [DONE_EVENT, ': bye\n\n'] })),
  passes('response.incomplete last', sent([...WHOLE.slice(0, -1), state('incomplete')])),
  passes('response.failed after an error', sent([ERROR, FAILED])),
  finds('no terminal event', sent(WHOLE.slice(0, -1)), {
    actual: 'response.output_item.done, then the end',
    atMs: 90,
  }),
  finds('a second one', sent([COMPLETED, COMPLETED]), { atMs: 20 }),
  unverified('an error at the end', sent([ERROR]), 'does not end with an error'),
  unverified('no event', sent([]), 'needs a stream with typed events'),
]);
