import { responsesStateShape } from '../../../../src/conformance/rules/responses/responses-state-shape.ts';
import { answer } from '../exchanges.ts';
import { DONE_EVENT, delta, sent, state, WHOLE } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { response } from './bodies.ts';

const body = (members: object) => answer({ ...response(), ...members }, { operation: 'responses' });

ruleTable(responsesStateShape, [
  { name: 'a whole stream', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  { name: 'a body with created_at', evidence: body({}) },
  { name: 'a body without created_at', evidence: body({ created_at: undefined }) },
  {
    name: 'a completed response without created_at and model',
    evidence: sent([state('completed', { created_at: undefined, model: undefined })]),
  },
  {
    name: 'a body with created_at null',
    evidence: body({ created_at: null }),
    findings: [{ expected: 'number', actual: 'null', where: 'created_at' }],
  },
  {
    name: 'a failed response without an id',
    evidence: sent([state('failed', { id: undefined })]),
    findings: [{ where: 'response.failed, response.id', actual: 'absent' }],
  },
  {
    name: 'deltas alone',
    evidence: sent([delta('Hello')]),
    unverifiable: 'a stream with an event about its state',
  },
  {
    name: 'a body that is a list',
    evidence: answer([], { operation: 'responses' }),
    unverifiable: 'a body that is a JSON object',
  },
]);
