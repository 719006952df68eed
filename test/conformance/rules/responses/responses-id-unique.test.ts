import { responsesIdUnique } from '../../../../src/conformance/rules/responses/responses-id-unique.ts';
import { answer } from '../exchanges.ts';
import { sent, WHOLE } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { response } from './bodies.ts';

const operation = 'responses';
const keyed = { operation, request: { headers: [['idempotency-key', 'key-1']] as const } } as const;
const first = answer(response(), { operation });

ruleTable(responsesIdUnique, [
  { name: 'an id each', evidence: [first, answer(response({ id: 'resp-2' }), { operation })] },
  { name: 'one id in all events of a stream', evidence: [sent(WHOLE)] },
  {
    name: 'one id in a body and in a stream',
    evidence: [first, sent(WHOLE)],
    findings: [
      { expected: 'a different id for each answer', actual: `resp-1, as in request ${first.id}` },
    ],
  },
  {
    name: 'a retry under one key',
    evidence: [answer(response(), keyed), answer(response(), keyed)],
    unverifiable: 'needs a request without an Idempotency-Key',
  },
]);
