import { resultsOf } from '../../keyed-results.ts';
import { videoRetries } from '../../probes/video-retries.ts';
import { reception } from '../../reception.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that lost the id of its job asks with the key: a second job is a second video to pay. */
export const idempotencyVideoSameJob: JudgeRule<'series'> = {
  id: 'idempotency-video-same-job',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Authentication 3 ("one logical billable request"); draft-ietf-httpapi-idempotency-key-header-07 §2.6',
  statement:
    'A retried POST /videos gives the same job, even after that job was cancelled or has ended.',
  provenBy: 'idem-video-second-job',
  evidence: 'series',
  operations: ['video-create'],
  probe: videoRetries,

  *judge(series) {
    const results = resultsOf(series);
    const first = results.find(({ exchange }) => exchange === series.exchanges[0]);
    const retry = series.exchanges.at(-1);
    need(first?.id && retry && retry !== first.exchange, 'a job and a retry of its request');
    need(reception(retry) !== 'unsettled', 'an answer to the retry');

    const again = results.find(({ exchange }) => exchange === retry);
    if (again?.id !== first.id) {
      const actual = again?.id ?? `status ${retry.answer?.status}`;
      yield { expected: `the job ${first.id}`, actual, exchange: retry };
    }
  },
};
