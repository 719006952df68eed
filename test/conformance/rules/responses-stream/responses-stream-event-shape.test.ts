import { responsesStreamEventShape } from '../../../../src/conformance/rules/responses-stream/responses-stream-event-shape.ts';
import { answer, event } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import {
  CREATED,
  DONE_EVENT,
  delta,
  FOREIGN,
  OPENING,
  PART_ADDED,
  sent,
  state,
  WHOLE,
} from './events.ts';

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
