import { responsesItemShape } from '../../../../src/conformance/rules/responses/responses-item-shape.ts';
import { answer } from '../exchanges.ts';
import { CREATED, ITEM_ADDED, ITEM_DONE, sent, state, WHOLE } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { message, response } from './bodies.ts';

const body = (output: unknown) => answer(response({ output }), { operation: 'responses' });

ruleTable(responsesItemShape, [
  { name: 'a message of two parts', evidence: body([message('Hello ', 'world')]) },
  { name: 'a whole stream', evidence: sent(WHOLE) },
  {
    name: 'reasoning and a call beside the message',
    evidence: body([
      { id: 'rs-1', type: 'reasoning', summary: [] },
      { id: 'to-1', type: 'tool_output', role: 'tool' },
      message('Hello'),
    ]),
  },
  {
    name: 'a refusal',
    evidence: body([{ ...message(), content: [{ type: 'refusal', refusal: 'No.' }] }]),
  },
  {
    name: 'a message without id, role and content',
    evidence: body([{ type: 'message' }]),
    findings: [
      { expected: 'string', actual: 'absent', where: 'output[0].id' },
      { expected: '"assistant"', where: 'output[0].role' },
      { expected: 'array', where: 'output[0].content' },
    ],
  },
  {
    name: 'an item without a type',
    evidence: body([{ ...message('Hello'), type: undefined }]),
    findings: [{ expected: 'string', where: 'output[0].type' }],
  },
  {
    name: 'a part without a type',
    evidence: body([{ ...message(), content: [{ text: 'Hello' }] }]),
    findings: [{ expected: 'string', where: 'output[0].content[0].type' }],
  },
  {
    name: 'another role',
    evidence: body([{ ...message('Hello'), role: 'bot' }]),
    findings: [{ expected: '"assistant"', actual: '"bot"', where: 'output[0].role' }],
  },
  {
    name: 'a stream whose completed message has no role',
    evidence: sent([
      CREATED,
      state('completed', { output: [{ ...message('a'), role: undefined }] }),
    ]),
    findings: [{ where: 'response.output[0].role' }],
  },
  {
    name: 'an item that is added without content',
    evidence: sent([CREATED, { ...ITEM_ADDED, item: { ...message(), content: undefined } }]),
    findings: [
      {
        expected: 'array',
        actual: 'absent',
        where: 'response.output_item.added, item.content',
        atMs: 20,
      },
    ],
  },
  {
    name: 'an item that is done without its content',
    evidence: sent([CREATED, { ...ITEM_DONE, item: { ...message(), content: null } }]),
    findings: [{ expected: 'array', actual: 'null' }],
  },
  {
    name: 'an event without its item',
    evidence: sent([CREATED, { ...ITEM_ADDED, item: undefined }]),
    findings: [{ expected: 'object', actual: 'absent', where: 'response.output_item.added, item' }],
  },
  { name: 'no items', evidence: body([]), unverifiable: 'an item of output' },
  { name: 'no output', evidence: body(undefined), unverifiable: 'an item of output' },
]);
