import { responsesPartShape } from '../../../../src/conformance/rules/responses/responses-part-shape.ts';
import { answer } from '../exchanges.ts';
import { CREATED, PART_ADDED, PART_DONE, sent, WHOLE } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { message, response } from './bodies.ts';

const withPart = (part: object) => ({ ...message(), content: [part] });
const body = (part: object) =>
  answer(response({ output: [withPart(part)] }), { operation: 'responses' });

ruleTable(responsesPartShape, [
  { name: 'a text with annotations', evidence: answer(response(), { operation: 'responses' }) },
  { name: 'a whole stream', evidence: sent(WHOLE) },
  {
    name: 'a part that is added as a refusal',
    evidence: sent([CREATED, { ...PART_ADDED, part: { type: 'refusal', refusal: '' } }]),
  },
  {
    name: 'a part that is done without its text, which is for another rule,',
    evidence: sent([CREATED, { ...PART_DONE, part: { type: 'output_text' } }]),
  },
  {
    name: 'a text without annotations',
    evidence: body({ type: 'output_text', text: 'Hello' }),
    findings: [{ expected: 'array', actual: 'absent', where: 'output[0].content[0].annotations' }],
  },
  {
    name: 'a part that is done without a type',
    evidence: sent([CREATED, { ...PART_DONE, part: { text: 'Hello' } }]),
    findings: [{ expected: 'string', where: 'response.content_part.done, part.type' }],
  },
  {
    name: 'a refusal alone',
    evidence: body({ type: 'refusal', refusal: 'No.' }),
    unverifiable: 'a part of a message',
  },
]);
