import { dispositionOf } from '../../findings/acceptance.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import { otherSpelling } from '../../probes/equal-bodies.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that serializes its JSON again for the retry is silently billed again. */
export const idempotencyJsonSpelling: JudgeRule<'series'> = {
  id: 'idempotency-json-spelling',
  level: 'may',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.4 (how bodies are compared is free)',
  statement: 'The same JSON in another spelling is replayed or refused, never executed again.',
  provenBy: 'idem-spelling-second-effect',
  evidence: 'series',
  operations: ['chat', 'responses', 'video-create'],
  probe: otherSpelling,

  *judge(series) {
    const results = resultsOf(series);
    const first = results.find(({ exchange }) => exchange === series.exchanges[0]);
    const again = series.exchanges[1];
    need(first?.id, 'a 2xx answer with an id');
    need(again && dispositionOf(again) !== 'unsettled', 'an answer to the other spelling');

    const second = results.find(({ exchange }) => exchange === again);
    if (second !== undefined && second.id !== first.id) {
      yield { expected: `${first.id}, or 4xx`, actual: second.id, where: 'id', exchange: again };
    }
  },
};
