import { isSettled } from '../../findings/acceptance.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import { videoRetries } from '../../probes/video-retries.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that lost the id of its job retries with the key: a second job is a second video to pay
 * for.
 */
export const idempotencyVideoSameJob: JudgeRule<'series'> = {
  id: 'idempotency-video-same-job',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Authentication 3 ("one logical billable request"); draft-ietf-httpapi-idempotency-key-header-07 §2.6',
  statement:
    'A retried POST /videos returns the same job, even after that job was cancelled or has ended.',
  provenBy: 'idem-video-second-job',
  evidence: 'series',
  operations: ['video-create'],
  probe: videoRetries,

  *judge(series) {
    const [created, beside] = series.exchanges;
    const results = resultsOf(series);
    const first = results.find(({ exchange }) => exchange === created);
    const other = results.find(({ exchange }) => exchange === beside);
    const retry = series.exchanges.at(-1);
    need(first?.id && other?.id && retry !== beside, 'two jobs, and a retry of the first');
    need(retry && isSettled(retry), 'an answer to the retry');
    // If all jobs have one id, the retry has it too, whether it was replayed or not.
    need(first.id !== other.id, 'different ids for different jobs', 'video-job-ids-unique');

    const again = results.find(({ exchange }) => exchange === retry);
    if (again?.id !== first.id) {
      const actual = again?.id ?? `status ${retry.answer?.status}`;
      yield { expected: `the job ${first.id}`, actual, exchange: retry };
    }
  },
};
