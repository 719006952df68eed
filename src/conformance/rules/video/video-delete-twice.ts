import { jobIn } from '../../../answers/video-jobs.ts';
import { dispositionOf, isAccepted, isSettled } from '../../findings/acceptance.ts';
import { endedAtOnce } from '../../findings/job-course.ts';
import { jobCancelledTwice } from '../../probes/video.ts';
import { type JudgeRule, need, needSeen } from '../../rule.ts';

/**
 * A client that lost the answer to its DELETE sends it again: a refusal looks like a failed
 * cancel.
 */
export const videoDeleteTwice: JudgeRule<'series'> = {
  id: 'video-delete-twice',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §9.2.2 (DELETE is idempotent)',
  statement:
    'A second DELETE returns the cancelled job again, or the status for nothing to cancel.',
  provenBy: 'vid-second-delete-500',
  evidence: 'series',
  operations: ['video-cancel'],
  probe: jobCancelledTwice,

  *judge(series, expect) {
    const [, first, second] = series.exchanges;
    need(first, 'a DELETE');
    const isFirstAccepted = dispositionOf(first) === 'accepted';
    needSeen(!endedAtOnce(series, expect.videoStates), 'an unfinished job');
    need(isFirstAccepted, 'a DELETE that is accepted');
    need(second && isSettled(second), 'an answer to the second DELETE');

    const status = second.answer?.status ?? 0;
    const [before, now] = [jobIn(first, expect.videoStates), jobIn(second, expect.videoStates)];
    if (!isAccepted(second) && !expect.cancelRefusalStatus.includes(status)) {
      const expected = `the cancelled job, or ${expect.cancelRefusalStatus.join(' or ')}`;
      yield { expected, actual: `status ${status}`, exchange: second };
    } else if (before?.id !== undefined && now?.id !== undefined && now.id !== before.id) {
      yield { expected: before.id, actual: now.id, where: 'id', exchange: second };
    } else if (before?.stage === 'cancelled' && now?.stage && now.stage !== 'cancelled') {
      const expected = `${before.status}, as before`;
      yield { expected, actual: now.status, where: 'status', exchange: second };
    }
  },
};
