import { responsesItemShape } from '../../../../src/conformance/rules/responses/responses-item-shape.ts';
import { answer } from '../exchanges.ts';
import { CREATED, sent, state, WHOLE } from '../responses-stream/events.ts';
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
    name: 'a stream whose completed message has no role',
    evidence: sent([
      CREATED,
      state('completed', { output: [{ ...message('a'), role: undefined }] }),
    ]),
    findings: [{ where: 'response.output[0].role' }],
  },
  { name: 'no items', evidence: body([]), unverifiable: 'an item of output' },
]);
