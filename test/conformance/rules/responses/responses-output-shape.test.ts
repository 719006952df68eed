import { responsesOutputShape } from '../../../../src/conformance/rules/responses/responses-output-shape.ts';
import { answer } from '../exchanges.ts';
import { COMPLETED, CREATED, ITEM_DONE, sent, state } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { message, response } from './bodies.ts';

const body = (output: unknown, members: object = {}) =>
  answer(response({ output, ...members }), { operation: 'responses' });
const part = (members: object) => ({
  ...message(),
  content: [{ type: 'output_text', text: 'Hello', ...members }],
});

ruleTable(responsesOutputShape, [
  { name: 'a message of two parts', evidence: body([message('Hello ', 'world')]) },
  { name: 'a stream that completes', evidence: sent([CREATED, COMPLETED]) },
  {
    name: 'reasoning before the message',
    evidence: body([{ id: 'rs-1', type: 'reasoning', summary: [] }, message('Hello')]),
  },
  {
    name: 'a refusal',
    evidence: body([{ ...message(), content: [{ type: 'refusal', refusal: 'No.' }] }], {
      output_text: '',
    }),
  },
  {
    name: 'a call without text',
    evidence: body([{ id: 'fc-1', type: 'function_call', name: 'f' }], { output_text: '' }),
  },
  {
    name: 'a message without id, role and content',
    evidence: body([{ type: 'message' }]),
    findings: [
      { expected: 'string', actual: 'absent', where: 'output[0].id' },
      { where: 'output[0].role' },
      { expected: 'array', where: 'output[0].content' },
    ],
  },
  {
    name: 'an item without a type',
    evidence: body([{ ...message('Hello'), type: undefined }]),
    findings: [
      { expected: 'string', where: 'output[0].type' },
      { expected: 'an item of type message', actual: 'absent', where: 'output[0].type' },
    ],
  },
  {
    name: 'another role',
    evidence: body([{ ...message('Hello'), role: 'bot' }]),
    findings: [{ expected: '"assistant"', actual: 'bot', where: 'output[0].role' }],
  },
  {
    name: 'text in a part of another type',
    evidence: body([part({ type: 'text' })]),
    findings: [{ expected: '"output_text"', where: 'output[0].content[0].type' }],
  },
  {
    name: 'text that is not a string',
    evidence: body([part({ text: 7 })]),
    findings: [{ expected: 'string', where: 'output[0].content[0].text' }],
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
    name: 'an item that is done without its content',
    evidence: sent([CREATED, { ...ITEM_DONE, item: { ...message(), content: null } }]),
    findings: [{ expected: 'array', actual: 'null', where: 'item.content' }],
  },
  { name: 'no items', evidence: body([]), unverifiable: 'an item of output' },
  { name: 'no output', evidence: body(undefined), unverifiable: 'an item of output' },

  {
    name: 'another role in an item that is not a message',
    evidence: body([{ id: 'to-1', type: 'tool_output', role: 'tool' }, message('Hello')]),
  },
]);
