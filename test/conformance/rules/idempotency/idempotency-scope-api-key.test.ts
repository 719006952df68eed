import { idempotencyScopeApiKey } from '../../../../src/conformance/rules/idempotency/idempotency-scope-api-key.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused } from './retries.ts';

/** A request of the second tenant, with the key of the first unless another is given. */
function theirs(exchange: Exchange, key = 'shared'): Exchange {
  return of(exchange, { credential: 'second', headers: [['idempotency-key', key]] });
}

const ours = (exchange: Exchange) => of(exchange, { headers: [['idempotency-key', 'shared']] });

function of(exchange: Exchange, request: Partial<Exchange['request']>): Exchange {
  return { ...exchange, request: { ...exchange.request, ...request } };
}

const own = theirs(chat('own'), 'own');
const transcription = () => answer({ text: 'Hello.', usage: {} }, { operation: 'transcription' });
/** Another body, without a key. */
const unrelated = (id: string) => answer({ id }, { sent: { messages: ['other'] } });

ruleTable(idempotencyScopeApiKey, [
  {
    name: 'a result for each tenant',
    evidence: series([ours(chat('a')), theirs(chat('b')), theirs(chat('b'))]),
  },
  {
    name: 'the result of the first tenant for the second',
    evidence: series([ours(chat('a')), theirs(chat('a')), own]),
    findings: [{ expected: 'a separate result', actual: 'a' }],
  },
  {
    name: 'the same id as an unrelated answer',
    evidence: series([ours(chat('a')), theirs(chat('a')), unrelated('a')]),
    unverifiable: 'different ids for different requests',
  },
  ...[400, 409, 422].map((status) => ({
    name: `a conflict of ${status} with the first tenant`,
    evidence: series([ours(chat('a')), theirs(refused(status)), own]),
    findings: [{ expected: 'a separate result', actual: `status ${status}` }],
  })),
  {
    name: 'a second tenant that may not use the model',
    evidence: series([ours(chat('a')), theirs(refused(403)), theirs(refused(403), 'own')]),
    unverifiable: 'an accepted request of the second tenant',
  },
  {
    name: 'a second tenant on whom the server fails',
    evidence: series([ours(chat('a')), theirs(refused(500)), own]),
    unverifiable: 'an answer to the second tenant',
  },
  {
    name: 'a second tenant that is limited on the connection of the first',
    evidence: series([ours(chat('a')), theirs(refused(429)), theirs(chat('b'))]),
  },
  {
    name: 'a transcription for each tenant, which has no id',
    evidence: series([ours(transcription()), theirs(transcription())]),
  },
  {
    name: 'a first tenant that is refused',
    evidence: series([ours(refused(401)), theirs(chat('b')), own]),
    unverifiable: 'a 2xx answer to the first tenant',
  },
]);
