import { responsesOutputTextJoined } from '../../../../src/conformance/rules/responses/responses-output-text-joined.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { message, response } from './bodies.ts';

const REASONING = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] };
const facts = { operation: 'responses' } as const;
const completed = (members: Record<string, unknown>) =>
  stream([event({ type: 'response.completed', response: response(members) })], facts);

ruleTable(responsesOutputTextJoined, [
  { name: 'the joined parts of one message', evidence: answer(response(), facts) },
  {
    name: 'the joined parts of two messages beside other items',
    evidence: answer(
      response({ output: [REASONING, message('a'), message('b', 'c')], output_text: 'abc' }),
      facts,
    ),
  },
  { name: 'the joined parts in a stream', evidence: completed({}) },
  {
    name: 'parts joined with a line break in a stream',
    evidence: completed({ output_text: 'Hello \nworld' }),
    findings: [{ where: 'output_text' }],
  },
  {
    name: 'a completed response without an item',
    evidence: answer(response({ output: [], output_text: '' }), facts),
    findings: [{ expected: 'an item in a completed response', where: 'output' }],
  },
  {
    name: 'an incomplete response without an item',
    evidence: answer(response({ status: 'incomplete', output: [], output_text: '' }), facts),
  },
  {
    name: 'no output_text, which another rule forbids,',
    evidence: answer(response({ output_text: undefined }), facts),
    unverifiable: 'needs a response with output_text',
  },
  {
    name: 'no output member',
    evidence: answer(response({ output: undefined }), facts),
    unverifiable: 'needs a response with output',
  },
  {
    name: 'a stream that does not complete',
    evidence: stream([event({ type: 'response.created' })], facts),
    unverifiable: 'needs a response',
  },
]);
