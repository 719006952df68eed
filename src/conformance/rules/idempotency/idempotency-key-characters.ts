import { dispositionOf } from '../../findings/acceptance.ts';
import { punctuatedKeys } from '../../probes/key-spellings.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Idempotency keys are often order names, or quoted as in the draft: a refused key stops the
 * order.
 */
export const idempotencyKeyCharacters: JudgeRule<'series'> = {
  id: 'idempotency-key-characters',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Authentication 3: "Idempotency-Key (request header, optional, string, length 1 to 255)"',
  statement: 'An Idempotency-Key may contain every visible ASCII character.',
  provenBy: 'idem-key-letters-only',
  evidence: 'series',
  operations: ['chat', 'responses'],
  probe: punctuatedKeys,

  *judge({ exchanges: [plain, odd] }) {
    need(plain && dispositionOf(plain) === 'accepted', 'an ordinary key that is accepted');
    need(odd && dispositionOf(odd) !== 'unsettled', 'an answer to a key of punctuation');
    if (dispositionOf(odd) === 'refused') {
      const actual = `status ${odd.answer?.status}`;
      yield { expected: '2xx for a key of punctuation', actual, exchange: odd };
    }
  },
};
