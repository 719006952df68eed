import { responsesSyncShape } from '../../../../src/conformance/rules/responses/responses-sync-shape.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { response } from './bodies.ts';

const facts = { operation: 'responses', sent: { model: 'some-model', input: 'Hi' } } as const;

ruleTable(responsesSyncShape, [
  { name: 'a whole response', evidence: answer(response(), facts) },
  {
    name: 'members that are not shown',
    evidence: answer(response({ error: null, tools: [] }), facts),
  },
  {
    name: 'an item of another type',
    evidence: answer(response({ output: [{ type: 'reasoning' }] }), facts),
  },
  { name: 'no output items', evidence: answer(response({ output: [] }), facts) },
  {
    name: 'output missing',
    evidence: answer(response({ output: undefined }), facts),
    findings: [{ where: 'output', actual: 'absent' }],
  },
  {
    name: 'text/plain',
    evidence: answer(response(), { ...facts, type: 'text/plain' }),
    findings: [{ expected: 'application/json', actual: 'text/plain' }],
  },
  {
    name: 'a request for a stream',
    evidence: answer(response(), { operation: 'responses', sent: { stream: true } }),
    unverifiable: 'needs a request without the stream switch',
  },
]);
