import { responsesStreamNesting } from '../../../../src/conformance/rules/responses-stream/responses-stream-nesting.ts';
import { ruleTable } from '../rule-table.ts';
import {
  CLOSING,
  COMPLETED,
  CREATED,
  DONE_EVENT,
  delta,
  FAILED,
  FOREIGN,
  ITEM_ADDED,
  ITEM_DONE,
  OPENING,
  PART_ADDED,
  PART_DONE,
  sent,
  TEXT,
  TEXT_DONE,
  WHOLE,
} from './events.ts';

const at = (index: number) => (event: (typeof WHOLE)[number]) => ({
  ...event,
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
    evidence: sent([CREATED, ...ITEM.flatMap((event) => [event, at(1)(event)]), COMPLETED]),
  },
  {
    name: 'two parts in one item',
    evidence: sent([
      ...WHOLE.slice(0, -2),
      ...WHOLE.slice(3, -2).map((event) => ({ ...event, content_index: 1 })),
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
