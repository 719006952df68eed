import { isDeepStrictEqual } from 'node:util';
import { isAfter, jobIn } from '../../../answers/video-jobs.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { dispositionOf, isAccepted, isSettled } from '../../findings/acceptance.ts';
import { courseOf, firstCancel, jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { concerns, type Finding, type JudgeRule, need } from '../../rule.ts';

/** A client discards a finished video that is marked as cancelled, although it was paid for. */
export const videoDeleteAfterCompleted: JudgeRule<'job'> = {
  id: 'video-delete-after-completed',
  level: 'must',
  provenance: 'assumed',
  source: 'the state machine of a job: a final status does not change',
  statement:
    'DELETE of a completed job returns 2xx, or the status for nothing to cancel. It keeps the status and completed_at, or removes the job.',
  provenBy: 'vid-cancel-overwrites-completed',
  evidence: 'job',
  operations: ['video-cancel', 'video-read'],
  probe: followedJobs,

  *judge(series, expect) {
    const cancel = firstCancel(series);
    concerns(cancel, 'a job with a DELETE');
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
      // An answer without a status reports the removal, not the job.
      if (job === undefined || typeof job.status !== 'string') continue;
      for (const where of ['status', 'completed_at']) {
        const [before, now] = [completed.json[where], job.json[where]];
        if (isDeepStrictEqual(before, now)) continue;
        yield { expected: `${JSON.stringify(before)}, as before`, actual: now, where, exchange };
      }
    }
  },
};

/**
 * A read that is refused with another status than 404 or 410 shows neither the job nor its
 * removal.
 */
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
