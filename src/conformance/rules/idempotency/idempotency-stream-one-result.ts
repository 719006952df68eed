import { countText } from '../../../input/count-text.ts';
import { answeredAfter, firstResult, resultsOf } from '../../findings/idempotent-results.ts';
import { streamRetries } from '../../probes/key-retries.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Streams break more often than single bodies: if the key is ignored, each retry is billed again.
 */
export const idempotencyStreamOneResult: JudgeRule<'key'> = {
  id: 'idempotency-stream-one-result',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Endpoints ("Billable POST endpoints accept the optional Idempotency-Key header"), rule 1 (one body or a stream); that the key protects both forms is assumed',
  statement:
    'A retry of a finished stream with its key never creates a new result: it has the first id and is not billed, or it is refused.',
  provenBy: 'idem-stream-key-ignored',
  evidence: 'key',
  operations: ['chat', 'responses'],
  probe: streamRetries,

  *judge(series) {
    const first = firstResult(series);
    need(first?.reply.form === 'stream', 'a stream that a retry can repeat');
    need(first.id, 'a stream with an id');
    const later = answeredAfter(series, first.exchange);
    need(later.length > 0, 'a retry that is answered');
    const retries = resultsOf(series).filter(({ exchange }) => later.includes(exchange));
    const others = retries.filter(({ id }) => id !== undefined && id !== first.id);
    for (const { exchange, id } of others) {
      yield { expected: `${first.id}, as at first, or 4xx`, actual: id, where: 'id', exchange };
    }
    const { effects = 1 } = series;
    const [retry] = retries;
    if (others.length > 0 || retry === undefined || effects <= 1) return;
    yield { expected: '1 effect', actual: countText(effects, 'effect'), exchange: retry.exchange };
  },
};
