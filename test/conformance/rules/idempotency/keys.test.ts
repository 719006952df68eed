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
import { finds, passes, unverified } from '../verdicts.ts';
import { chat, refused, withKey } from './retries.ts';

ruleTable(idempotencyAuthFirst, [
  passes(
    'a retry without a key and one with an unknown key that are refused',
    series([chat('a'), refused(401), refused(403)]),
  ),
  finds('a retry without a key that is answered', series([chat('a'), chat('a'), refused(401)]), {
    expected: '4xx for a retry without a valid key',
    actual: 'status 200',
  }),
  unverified(
    'a gateway that makes a new answer foreverybody',
    series([chat('a'), chat('b'), chat('c')]),
    'an unauthenticated request that does not get a new answer',
  ),
  passes(
    'a new answer for one and a refusal of the other',
    series([chat('a'), chat('b'), refused(401)]),
  ),
]);

const ordinary = chat('a', withKey('an-ordinary-key'));

ruleTable(idempotencyKeyCharacters, [
  passes('a key that is accepted', series([chat('a'), chat('b'), chat('b')])),
  finds('a key that is refused', series([chat('a'), refused(400), refused(400)]), {
    expected: '2xx for a key of punctuation',
    actual: 'status 400',
  }),
  unverified(
    'an ordinary key that is refused too',
    series([refused(400), refused(400)]),
    'an ordinary key that is accepted',
  ),
  unverified(
    'a key on which the server fails',
    series([chat('a'), refused(500)]),
    'an answer to a key of punctuation',
  ),
]);

const label = 'chat, a key with other case';

ruleTable(idempotencyKeyComparedWhole, [
  passes('a result for each key', series([chat('a'), chat('b')], { label })),
  finds('one result for both keys', series([chat('a'), chat('a')], { label }), {
    expected: 'a separate result for chat, a key with other case',
    actual: 'a',
    where: 'id',
  }),
  unverified(
    'the same id as an unrelated answer',
    series([chat('a'), chat('a'), chat('a', { sent: { messages: ['other'] } })], {
      label,
    }),
    'different ids for different requests',
  ),
  unverified(
    'a second key that is refused',
    series([chat('a'), refused(400)], { label }),
    'a 2xx answer with an id to chat, a key with other case',
  ),
  unverified(
    'a first answer without an id',
    series([answer({}), chat('b')], { label }),
    'a 2xx answer with an id',
  ),
]);

const short = chat('b', withKey('k'));
const long = chat('c', withKey('k'.repeat(255)));

ruleTable(idempotencyLengthAccepted, [
  passes('both lengths that are accepted', series([ordinary, short, short, long])),
  passes(
    'one short key that an earlier run used for another body',
    series([ordinary, refused(422, withKey('k')), short, long]),
  ),
  unverified(
    'keys of 1 character that are refused as a used key is',
    series([
      ordinary,
      refused(422, withKey('k')),
      refused(422, withKey('l')),
      long,
      refused(422, withKey('an-ordinary-key')),
    ]),
    'a key of one character that no earlier run used',
  ),
  finds(
    'keys of 1 character that are refused otherwise than a used key',
    series([
      ordinary,
      refused(400, withKey('k')),
      refused(400, withKey('l')),
      long,
      refused(422, withKey('an-ordinary-key')),
    ]),
    { expected: '2xx for a key of length 1', actual: 'status 400' },
  ),
  unverified(
    '255 characters that come too often',
    series([ordinary, short, short, refused(429, withKey('k'.repeat(255)))]),
    'an answer to a key of length 255',
  ),
  unverified(
    'an ordinary key that is refused',
    series([refused(404, withKey('an-ordinary-key')), short, short, long]),
    'an ordinary key that is accepted',
  ),
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
  passes(
    'a result for each tenant',
    series([ours(chat('a')), theirs(chat('b')), theirs(chat('b'))]),
  ),
  finds(
    'the result of the first tenant for the second',
    series([ours(chat('a')), theirs(chat('a')), own]),
    { expected: 'a separate result', actual: 'a' },
  ),
  unverified(
    'the same id as an unrelated answer',
    series([ours(chat('a')), theirs(chat('a')), unrelated('a')]),
    'different ids for different requests',
  ),
  ...[400, 409, 422].map((status) =>
    finds(
      `a conflict of ${status} with the first tenant`,
      series([ours(chat('a')), theirs(refused(status)), own]),
      { expected: 'a separate result', actual: `status ${status}` },
    ),
  ),
  unverified(
    'a second tenant that may not use the model',
    series([ours(chat('a')), theirs(refused(403)), theirs(refused(403), 'own')]),
    'an accepted request of the second tenant',
  ),
  unverified(
    'a second tenant on whom the server fails',
    series([ours(chat('a')), theirs(refused(500)), own]),
    'an answer to the second tenant',
  ),
  passes(
    'a second tenant that is limited on the connection of the first',
    series([ours(chat('a')), theirs(refused(429)), theirs(chat('b'))]),
  ),
  passes(
    'a transcription for each tenant, which has no id',
    series([ours(transcription()), theirs(transcription())]),
  ),
  unverified(
    'a first tenant that is refused',
    series([ours(refused(401)), theirs(chat('b')), own]),
    'a 2xx answer to the first tenant',
  ),
]);

const image = answer({ created: 1, data: [], usage: {} }, { operation: 'images' });
const response = (id: string) => answer({ id, object: 'response' }, { operation: 'responses' });

ruleTable(idempotencyScopeEndpoint, [
  passes('a result of each operation', series([chat('a'), image, response('b')])),
  passes('a refusal at the other operations', series([chat('a'), refused(422), refused(409)])),
  finds(
    'the chat in place of an image',
    series([chat('a'), chat('a', { operation: 'images' }), refused(422)]),
    { expected: 'a result of images, or 4xx', actual: 'a' },
  ),
  unverified(
    'other operations that all fail',
    series([chat('a'), refused(500), refused(429)]),
    'an answer from another operation',
  ),
  unverified(
    'a chat that is refused',
    series([refused(404), image]),
    'a 2xx answer with an id to the first operation',
  ),
]);
