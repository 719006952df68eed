import { idempotencyStreamFlag } from '../../../../src/conformance/rules/idempotency/idempotency-stream-flag.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, chatStream, refused } from './retries.ts';

const sent = { sent: { model: 'm', stream: true } };
const unasked = { sent: { model: 'm', stream: false } };

ruleTable(idempotencyStreamFlag, [
  {
    name: 'a refusal in both orders',
    evidence: [
      series([chatStream('a', sent), refused(422, unasked)]),
      series([chat('a', unasked), refused(422, sent)]),
    ],
  },
  {
    name: 'the same result in the requested form',
    evidence: [
      series([chatStream('a', sent), chat('a', unasked)]),
      series([chat('a', unasked), chatStream('a', sent)]),
    ],
  },
  {
    name: 'a stream for one body',
    evidence: series([chatStream('a', sent), chatStream('a', unasked)]),
    findings: [{ expected: 'one body, or 4xx', actual: 'text/event-stream' }],
  },
  {
    name: 'another result',
    evidence: series([chatStream('a', sent), chat('b', unasked)]),
    findings: [{ expected: 'a, or 4xx', actual: 'b', where: 'id' }],
  },
  {
    name: 'a retry on which the server fails',
    evidence: series([chat('a', unasked), refused(500, sent)]),
    findings: [{ expected: 'the same result, or 4xx', actual: 'status 500' }],
  },
  {
    name: 'a retry that gets "too many requests"',
    evidence: series([chat('a', unasked), refused(429, sent)]),
    unverifiable: 'an answer to the other form',
  },
  {
    name: 'a first request that is refused',
    evidence: series([refused(404, unasked), refused(404, sent)]),
    unverifiable: 'a 2xx answer with an id',
  },
]);
