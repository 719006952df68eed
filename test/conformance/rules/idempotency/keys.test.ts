import {
  idempotencyAuthFirst,
  idempotencyKeyCharacters,
  idempotencyKeyComparedWhole,
  idempotencyLengthAccepted,
  idempotencyScopeApiKey,
  idempotencyScopeEndpoint,
} from '../../../../src/conformance/rules/idempotency/keys.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, refused, withKey } from './retries.ts';

ruleTable(idempotencyAuthFirst, [
  {
    name: 'a retry without a key and one with an unknown key that are refused',
    evidence: series([chat('a'), refused(401), refused(403)]),
  },
  {
    name: 'a retry without a key that is answered',
    evidence: series([chat('a'), chat('a'), refused(401)]),
    findings: [{ expected: '4xx for a retry without a valid key', actual: 'status 200' }],
  },
  {
    name: 'a gateway that makes a new answer foreverybody',
    evidence: series([chat('a'), chat('b'), chat('c')]),
    unverifiable: 'an unauthenticated request that does not get a new answer',
  },
  {
    name: 'a new answer for one and a refusal of the other',
    evidence: series([chat('a'), chat('b'), refused(401)]),
  },
]);

const ordinary = chat('a', withKey('an-ordinary-key'));

ruleTable(idempotencyKeyCharacters, [
  { name: 'a key that is accepted', evidence: series([chat('a'), chat('b'), chat('b')]) },
  {
    name: 'a key that is refused',
    evidence: series([chat('a'), refused(400), refused(400)]),
    findings: [{ expected: '2xx for a key of punctuation', actual: 'status 400' }],
  },
  {
    name: 'an ordinary key that is refused too',
    evidence: series([refused(400), refused(400)]),
    unverifiable: 'an ordinary key that is accepted',
  },
  {
    name: 'a key on which the server fails',
    evidence: series([chat('a'), refused(500)]),
    unverifiable: 'an answer to a key of punctuation',
  },
]);

const label = 'chat, a key with other case';

ruleTable(idempotencyKeyComparedWhole, [
  { name: 'a result for each key', evidence: series([chat('a'), chat('b')], { label }) },
  {
    name: 'one result for both keys',
    evidence: series([chat('a'), chat('a')], { label }),
    findings: [
      { expected: 'a separate result for chat, a key with other case', actual: 'a', where: 'id' },
    ],
  },
  {
    name: 'the same id as an unrelated answer',
    evidence: series([chat('a'), chat('a'), chat('a', { sent: { messages: ['other'] } })], {
      label,
    }),
    unverifiable: 'different ids for different requests',
  },
  {
    name: 'a second key that is refused',
    evidence: series([chat('a'), refused(400)], { label }),
    unverifiable: 'a 2xx answer with an id to chat, a key with other case',
  },
  {
    name: 'a first answer without an id',
    evidence: series([answer({}), chat('b')], { label }),
    unverifiable: 'a 2xx answer with an id',
  },
]);

const short = chat('b', withKey('k'));
const long = chat('c', withKey('k'.repeat(255)));

ruleTable(idempotencyLengthAccepted, [
  { name: 'both lengths that are accepted', evidence: series([ordinary, short, short, long]) },
  {
    name: 'one short key that an earlier run used for another body',
    evidence: series([ordinary, refused(422, withKey('k')), short, long]),
  },
  {
    name: 'keys of 1 character that are refused as a used key is',
    evidence: series([
      ordinary,
      refused(422, withKey('k')),
      refused(422, withKey('l')),
      long,
      refused(422, withKey('an-ordinary-key')),
    ]),
    unverifiable: 'a key of one character that no earlier run used',
  },
  {
    name: 'keys of 1 character that are refused otherwise than a used key',
    evidence: series([
      ordinary,
      refused(400, withKey('k')),
      refused(400, withKey('l')),
      long,
      refused(422, withKey('an-ordinary-key')),
    ]),
    findings: [{ expected: '2xx for a key of length 1', actual: 'status 400' }],
  },
  {
    name: '255 characters that come too often',
    evidence: series([ordinary, short, short, refused(429, withKey('k'.repeat(255)))]),
    unverifiable: 'an answer to a key of length 255',
  },
  {
    name: 'an ordinary key that is refused',
    evidence: series([refused(404, withKey('an-ordinary-key')), short, short, long]),
    unverifiable: 'an ordinary key that is accepted',
  },
]);

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
