import { responsesOutputShape } from '../../../../src/conformance/rules/responses/responses-output-shape.ts';
import { answer } from '../exchanges.ts';
import { COMPLETED, CREATED, sent } from '../responses-stream/events.ts';
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
    name: 'reasoning with text in a part of its own type',
    evidence: body([
      {
        id: 'rs-1',
        type: 'reasoning',
        content: [{ type: 'reasoning_text', text: 'Hm.' }],
      },
      message('Hello'),
    ]),
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
    name: 'text without a message',
    evidence: body([{ id: 'fc-1', type: 'function_call', name: 'f' }]),
    findings: [
      {
        expected: 'an item of type message',
        actual: 'function_call',
        where: 'output[0].type',
      },
    ],
  },
  {
    name: 'an item without a type, which is for another rule,',
    evidence: body([{ ...message('Hello'), type: undefined }]),
    unverifiable: 'items with a type',
  },
  {
    name: 'text in a part of another type',
    evidence: body([part({ type: 'text' })]),
    findings: [{ expected: '"output_text"', where: 'output[0].content[0].type' }],
  },
  { name: 'no items', evidence: body([]), unverifiable: 'an item of output' },
]);
