import { idempotencyScopeEndpoint } from '../../../../src/conformance/rules/idempotency/idempotency-scope-endpoint.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

const image = answer({ created: 1, data: [], usage: {} }, { operation: 'images' });
const response = (id: string) => answer({ id, object: 'response' }, { operation: 'responses' });

ruleTable(idempotencyScopeEndpoint, [
  { name: 'a result of each operation', evidence: series([chat('a'), image, response('b')]) },
  {
    name: 'a refusal at the other operations',
    evidence: series([chat('a'), refused(422), refused(409)]),
  },
  {
    name: 'the chat in place of an image',
    evidence: series([chat('a'), chat('a', { operation: 'images' }), refused(422)]),
    findings: [{ expected: 'a result of images, or 4xx', actual: 'a' }],
  },
  {
    name: 'other operations that all fail',
    evidence: series([chat('a'), refused(500), refused(429)]),
    unverifiable: 'an answer from another operation',
  },
  {
    name: 'a chat that is refused',
    evidence: series([refused(404), image]),
    unverifiable: 'a 2xx answer with an id to the first operation',
  },
]);
