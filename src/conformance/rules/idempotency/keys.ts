import { isSameRefusal } from '../../../answers/refusal.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { idempotencyKeyOf, isSuccess } from '../../../exchange/exchange.ts';
import { countText } from '../../../input/count-text.ts';
import { seriesRule } from '../../declare.ts';
import { dispositionOf, isAccepted, isSettled, notRefused } from '../../findings/acceptance.ts';
import {
  firstResult,
  hasIdOfAll,
  idRuleOf,
  resultOf,
  resultsOf,
} from '../../findings/idempotent-results.ts';
import {
  equalWithoutKey,
  keyLengths,
  keysAlike,
  oneKeyManyEndpoints,
  oneKeyTwoTenants,
  punctuatedKeys,
  retryOfNobody,
  withAndWithoutKey,
} from '../../probes/keys.ts';
import { answeredWith, idempotencyKeyRefused } from '../../rows/requests.ts';
import { need } from '../../rule.ts';

export const idempotencyEmptyRefused = idempotencyKeyRefused('idempotency-empty-refused', {
  level: 'must',
  stated:
    'interface §Limits: "Idempotency-Key length | Billable POST endpoints | 1 to 255 characters"; RFC 9110 §5.5 (spaces around a value are not part of it)',
  statement: 'An empty Idempotency-Key, or one of spaces only, is refused.',
  harm: 'A caller whose key is empty by mistake expects protection: its retry is billed again.',
  provenBy: 'idem-empty-as-absent',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: keyLengths,
  key: 'an empty key',
  isMeant: (key) => key.trim() === '',
  illegal: ['', '   '],
});

export const idempotencyLength256Refused = idempotencyKeyRefused('idempotency-length-256-refused', {
  level: 'must',
  stated:
    'interface §Limits: "Idempotency-Key length | Billable POST endpoints | 1 to 255 characters"',
  statement: 'An Idempotency-Key of 256 characters is refused.',
  harm: 'A truncated key can equal the key of another request: one of the two gets no result.',
  provenBy: 'idem-truncate-255',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: keyLengths,
  key: 'a key of 256 characters',
  isMeant: (key) => key.length === 256,
  illegal: ['k'.repeat(256)],
});

export const idempotencyOptional = answeredWith('idempotency-optional', {
  level: 'must',
  stated:
    'interface §Endpoints: "Billable POST endpoints accept the optional Idempotency-Key header"',
  statement: 'A billable request without an Idempotency-Key is accepted.',
  harm: 'Most clients send no Idempotency-Key: a gateway that demands one refuses them all.',
  provenBy: 'idem-key-required',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: withAndWithoutKey,
  allows: (status) => isSuccess({ status }),
  expected: () => '2xx without an Idempotency-Key, as with one',
  legal: [200, 202],
  illegal: [400, 422, 500],
});

const SHORTEST_AND_LONGEST = [1, 255];

export const idempotencyLengthAccepted = seriesRule('idempotency-length-accepted', {
  level: 'must',
  stated:
    'interface §Limits: "Idempotency-Key length | Billable POST endpoints | 1 to 255 characters"',
  statement: 'Idempotency-Keys of 1 and of 255 characters are accepted.',
  harm: 'Idempotency keys are often hashes or order names: a legal key that is refused stops the order.',
  provenBy: 'idem-max-254',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: keyLengths,
  *judge({ exchanges }) {
    const [ordinary] = exchanges;
    need(ordinary && dispositionOf(ordinary) === 'accepted', 'an ordinary key that is accepted');
    const conflict = exchanges
      .slice(1)
      .find((each) => idempotencyKeyOf(each) === idempotencyKeyOf(ordinary));
    const tries = SHORTEST_AND_LONGEST.map((length) => ({
      length,
      sent: exchanges.filter((each) => idempotencyKeyOf(each)?.length === length),
    }));

    for (const { length, sent } of tries) {
      if (sent.some((exchange) => dispositionOf(exchange) === 'accepted')) continue;
      const refused = sent.findLast(isSettled);
      need(refused, `an answer to a key of length ${length}`);
      const isUsed = length === 1 && conflict !== undefined && isSameRefusal(refused, conflict);
      need(!isUsed, 'a key of one character that no earlier run used');
      yield {
        expected: `2xx for a key of length ${length}`,
        actual: `status ${refused.answer?.status}`,
        exchange: refused,
      };
    }
  },
});

export const idempotencyKeyCharacters = seriesRule('idempotency-key-characters', {
  level: 'must',
  stated:
    'interface §Authentication 3: "Idempotency-Key (request header, optional, string, length 1 to 255)"',
  statement: 'An Idempotency-Key may contain every visible ASCII character.',
  harm: 'Idempotency keys are often order names, or quoted as in the draft: a refused key stops the order.',
  provenBy: 'idem-key-letters-only',
  operations: ['chat', 'responses'],
  needs: ['idempotency'],
  probe: punctuatedKeys,
  *judge({ exchanges: [plain, odd] }) {
    need(plain && dispositionOf(plain) === 'accepted', 'an ordinary key that is accepted');
    need(odd && dispositionOf(odd) !== 'unsettled', 'an answer to a key of punctuation');
    if (dispositionOf(odd) === 'refused') {
      const actual = `status ${odd.answer?.status}`;
      yield { expected: '2xx for a key of punctuation', actual, exchange: odd };
    }
  },
});

export const idempotencyKeyComparedWhole = seriesRule('idempotency-key-compared-whole', {
  level: 'must',
  assumed:
    'interface §Authentication 3 ("string, length 1 to 255"; "one logical billable request"): that strings are compared as they are is assumed',
  statement:
    'Two Idempotency-Keys that differ in case, in punctuation, or in the last of 255 characters, are different keys.',
  harm: 'Two orders with similar keys become one: the second caller does not get a result of its own.',
  provenBy: 'idem-key-case-folded',
  operations: ['chat', 'responses'],
  needs: ['idempotency'],
  probe: keysAlike,
  *judge(series) {
    const [first, second] = resultsOf(series);
    need(first?.id && first.exchange === series.exchanges[0], 'a 2xx answer with an id');
    need(second?.id, `a 2xx answer with an id to ${series.label}`);
    need(!hasIdOfAll(series, first), 'different ids for different requests', idRuleOf(first));
    if (second.id === first.id) {
      const expected = `a separate result for ${series.label}`;
      yield { expected, actual: second.id, where: 'id', exchange: second.exchange };
    }
  },
});

export const idempotencyScopeApiKey = seriesRule('idempotency-scope-api-key', {
  level: 'must',
  assumed: 'OWASP API Security 2023, API1; Stripe, idempotent requests (keys are per account)',
  statement: 'The same Idempotency-Key with another API key is a separate request.',
  harm: 'Callers choose the keys, often as order numbers: two tenants will choose the same one.',
  provenBy: 'idem-global-scope',
  operations: BILLABLE,
  needs: ['idempotency', 'second-key'],
  probe: oneKeyTwoTenants,
  *judge(series) {
    const first = resultOf(series.exchanges[0]);
    need(first, 'a 2xx answer to the first tenant');
    need(!hasIdOfAll(series, first), 'different ids for different requests', idRuleOf(first));
    const theirs = series.exchanges.filter(({ request }) => request.credential === 'second');
    const shared = theirs.filter(
      (exchange) => idempotencyKeyOf(exchange) === idempotencyKeyOf(first.exchange),
    );
    const settled = shared.filter((exchange) => dispositionOf(exchange) !== 'unsettled');
    need(settled.length > 0, 'an answer to the second tenant');
    need(theirs.some(isAccepted), 'an accepted request of the second tenant');
    for (const exchange of settled) {
      const result = resultOf(exchange);
      // An answer without an id shows only that it was not refused as a conflict.
      const isShared = result?.id !== undefined && result.id === first.id;
      if (result !== undefined && !isShared) continue;
      const actual = result?.id ?? `status ${exchange.answer?.status}`;
      yield { expected: 'a separate result', actual, exchange };
    }
  },
});

export const idempotencyScopeEndpoint = seriesRule('idempotency-scope-endpoint', {
  level: 'should',
  assumed: 'Stripe, idempotent requests (the endpoint is compared)',
  statement: 'A request with a used key to another operation never gets the first result.',
  harm: 'A client that uses one key for all requests of a step gets a chat answer to its image request.',
  provenBy: 'idem-cross-endpoint',
  operations: ['chat', 'images', 'responses'],
  needs: ['idempotency'],
  probe: oneKeyManyEndpoints,
  *judge(series) {
    const [chat, ...others] = series.exchanges;
    const first = resultOf(chat);
    need(first?.id, 'a 2xx answer with an id to the first operation');
    need(
      others.some((exchange) => dispositionOf(exchange) !== 'unsettled'),
      'an answer from another operation',
    );

    for (const { id, exchange } of resultsOf(series)) {
      if (exchange === chat || id !== first.id) continue;
      yield { expected: `a result of ${exchange.operation}, or 4xx`, actual: id, exchange };
    }
  },
});

export const idempotencyAuthFirst = seriesRule('idempotency-auth-first', {
  level: 'must',
  assumed:
    'OWASP API Security 2023, API2; Whop, idempotency ("ignored on unauthenticated requests")',
  statement:
    'The gateway does not replay a stored result to a request with a missing or unknown API key.',
  harm: 'Idempotency keys are order numbers and the like: anyone who guesses one could read the answer stored for it.',
  provenBy: 'idem-replay-before-auth',
  operations: ['chat', 'responses'],
  needs: ['idempotency', 'api-key'],
  probe: retryOfNobody,
  *judge(series) {
    const stored = firstResult(series);
    const made = resultsOf(series).filter(({ id }) => stored && id !== stored.id);
    // A new answer to an unauthenticated request breaks another rule: it does not show the stored
    // one.
    const exchanges = series.exchanges.filter(
      (each) => !made.some(({ exchange }) => exchange === each),
    );
    need(
      made.length === 0 || exchanges.length > 1,
      'an unauthenticated request that does not get a new answer',
    );
    yield* notRefused({ label: 'a retry without a valid key', exchanges });
  },
});

export const idempotencyWithoutKeyDistinct = seriesRule('idempotency-without-key-distinct', {
  level: 'must',
  assumed:
    'interface §Authentication 3 ("a stable unique key for one logical billable request"): a request without a key is separate from all others',
  statement: 'Two equal requests without an Idempotency-Key get two results.',
  harm: 'A client that sends a request twice without a key wants two answers, such as two drafts to choose from.',
  provenBy: 'idem-implicit-dedupe',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: equalWithoutKey,
  *judge(series) {
    const [first, second] = resultsOf(series);
    const [one, again] = series.exchanges;
    if (one && isAccepted(one) && again && dispositionOf(again) === 'refused') {
      const actual = `status ${again.answer?.status}`;
      yield { expected: '2xx, as for the equal request before', actual, exchange: again };
      return;
    }
    need(first && second, 'two complete 2xx answers');
    const identified = first.id !== undefined && second.id !== undefined;
    const { effects } = series;
    need(identified || effects !== undefined, 'the provider side, because the answers have no id');

    need(!hasIdOfAll(series, first), 'different ids for different requests', idRuleOf(first));
    if (identified && first.id === second.id) {
      yield { expected: 'another id', actual: second.id, where: 'id', exchange: second.exchange };
    } else if (!identified && effects !== undefined && effects < 2) {
      yield {
        expected: '2 effects',
        actual: countText(effects, 'effect'),
        exchange: second.exchange,
      };
    }
  },
});
