import { countText } from '../../../input/count-text.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { otherBoundary } from '../../probes/equal-bodies.ts';
import { type JudgeRule, need, needSeen } from '../../rule.ts';

/**
 * Client libraries create a new boundary for each retry: none of their retries is ever replayed.
 */
export const idempotencyMultipartBoundary: JudgeRule<'series'> = {
  id: 'idempotency-multipart-boundary',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 7578 §4.1 (the boundary is not content); openai-node encodes the form again',
  statement: 'A retried form with another boundary is the same request.',
  provenBy: 'idem-raw-byte-fingerprint',
  evidence: 'series',
  operations: ['transcription'],
  probe: otherBoundary,

  *judge({ exchanges: [first, again], effects }) {
    need(first && dispositionOf(first) === 'accepted', 'a valid form that is accepted');
    need(again && dispositionOf(again) !== 'unsettled', 'an answer to the retry');

    if (dispositionOf(again) === 'refused') {
      const actual = `status ${again.answer?.status}`;
      yield { expected: 'the first answer again', actual, exchange: again };
      return;
    }
    const counted = effects !== undefined;
    needSeen(counted, 'a ledger, because the answers have no id');
    if (counted && effects > 1) {
      yield { expected: '1 effect', actual: countText(effects, 'effect'), exchange: again };
    }
  },
};
