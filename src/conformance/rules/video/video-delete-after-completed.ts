import { isDeepStrictEqual } from 'node:util';
import { isAfter, jobIn } from '../../../answers/video-jobs.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { dispositionOf, isAccepted, isSettled } from '../../findings/acceptance.ts';
import { courseOf, firstCancel, jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { concerns, type Finding, type JudgeRule, need } from '../../rule.ts';

/** A finished video that is called cancelled is thrown away by its client, though it was paid. */
export const videoDeleteAfterCompleted: JudgeRule<'job'> = {
  id: 'video-delete-after-completed',
  level: 'must',
  provenance: 'assumed',
  source: 'the state machine of a job: an end is final',
  statement:
    'DELETE of a completed job is answered 2xx, or that there is nothing to cancel, and leaves its status and completed_at, or removes the job.',
  provenBy: 'vid-cancel-overwrites-completed',
  evidence: 'job',
  operations: ['video-cancel', 'video-read'],
  probe: followedJobs,

  *judge(series, expect) {
    const cancel = firstCancel(series);
    concerns(cancel, 'a job that is cancelled');
    const completed = jobsIn(series, expect.videoStates).find(
      ({ exchange, stage }) => stage === 'completed' && cancel && isAfter(cancel, exchange),
    );
    need(completed, 'a DELETE of a completed job');
    need(isSettled(cancel), 'an answer to the DELETE');

    const { status = 0 } = cancel.answer ?? {};
    if (!isAccepted(cancel) && !expect.cancelRefusalStatus.includes(status)) {
      const expected = `2xx, or ${expect.cancelRefusalStatus.join(' or ')}`;
      yield { expected, actual: `status ${status}`, exchange: cancel };
    }
    for (const exchange of courseOf(series)) {
      const job =
        exchange === cancel || isAfter(exchange, cancel)
          ? jobIn(exchange, expect.videoStates)
          : undefined;
      if (job === undefined && exchange !== cancel) yield* neitherThereNorGone(exchange);
      // An answer without a status tells of the removal, not of the job.
      if (job === undefined || typeof job.status !== 'string') continue;
      for (const where of ['status', 'completed_at']) {
        const [before, now] = [completed.json[where], job.json[where]];
        if (isDeepStrictEqual(before, now)) continue;
        yield { expected: `${JSON.stringify(before)}, as before`, actual: now, where, exchange };
      }
    }
  },
};

/** A read that is refused in another way than by 404 or 410 tells neither of the job nor of its removal. */
function* neitherThereNorGone(exchange: Exchange): Iterable<Finding> {
  const { operation, answer } = exchange;
  const isRead = operation === 'video-read' && dispositionOf(exchange) === 'refused';
  if (!isRead || answer?.status === 404 || answer?.status === 410) return;
  yield {
    expected: 'the job as before, or 404 or 410',
    actual: `status ${answer?.status}`,
    exchange,
  };
}
