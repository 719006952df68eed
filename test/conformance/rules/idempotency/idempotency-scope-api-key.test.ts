import { idempotencyScopeApiKey } from '../../../../src/conformance/rules/idempotency/idempotency-scope-api-key.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

const own = chat('own');
const transcription = () => answer({ text: 'Hello.', usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyScopeApiKey, [
  { name: 'a result for each tenant', evidence: series([chat('a'), chat('b'), own]) },
  {
    name: 'the result of the first tenant for the second',
    evidence: series([chat('a'), chat('a'), own]),
    findings: [{ expected: 'a separate result', actual: 'a' }],
  },
  ...[400, 409, 422].map((status) => ({
    name: `a conflict of ${status} with the first tenant`,
    evidence: series([chat('a'), refused(status), own]),
    findings: [{ expected: 'a separate result', actual: `status ${status}` }],
  })),
  {
    name: 'a second tenant that may not use the model',
    evidence: series([chat('a'), refused(403), refused(403)]),
    unverifiable: 'an accepted request of the second tenant',
  },
  {
    name: 'a second tenant on whom the server fails',
    evidence: series([chat('a'), refused(500), own]),
    unverifiable: 'an answer to the second tenant',
  },
  {
    name: 'a second tenant that is known without a control request',
    evidence: series([chat('a'), chat('b')]),
  },
  {
    name: 'a transcription for each tenant, which has no id',
    evidence: series([transcription(), transcription()]),
  },
  {
    name: 'a conflict of transcriptions with the first tenant',
    evidence: series([transcription(), refused(422), transcription()]),
    findings: [{ expected: 'a separate result', actual: 'status 422' }],
  },
  {
    name: 'a first tenant that is refused',
    evidence: series([refused(401), chat('b'), own]),
    unverifiable: 'a 2xx answer to the first tenant',
  },
]);
