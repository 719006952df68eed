import { isAfter, isTerminal, jobIn } from '../../../answers/video-jobs.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { courseOf, decidingCancel, endedAtOnce, jobsIn } from '../../findings/job-course.ts';
import { cancelledJobs } from '../../probes/video.ts';
import { type JudgeRule, need, needSeen } from '../../rule.ts';

/**
 * A job that continues after its DELETE costs money, although the client no longer waits for it.
 */
export const videoDeleteCancels: JudgeRule<'job'> = {
  id: 'video-delete-cancels',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Endpoints, rule 2 ("cancelled with DELETE /videos/{id}"); its effect on the status is not shown',
  statement: 'DELETE stops an unfinished job: the job is soon cancelled and never completes.',
  provenBy: 'vid-delete-ignored',
  evidence: 'job',
  operations: ['video-cancel', 'video-read'],
  measuresTime: true,
  probe: cancelledJobs,

  *judge(series, expect) {
    const cancel = decidingCancel(series);
    need(cancel, 'a DELETE');
    const isAccepted = dispositionOf(cancel) === 'accepted';
    needSeen(!endedAtOnce(series, expect.videoStates), 'an unfinished job');
    need(isAccepted, 'a DELETE that is accepted');
    const jobs = jobsIn(series, expect.videoStates);
    const ended = jobs.some(
      ({ exchange, stage }) => isTerminal(stage) && isAfter(cancel, exchange),
    );
    const later = jobs.filter(({ exchange }) => isAfter(exchange, cancel));
    // The job may have ended before the DELETE arrived.
    const atCancel = jobIn(cancel, expect.videoStates)?.stage ?? later[0]?.stage;
    const isUnfinished = !ended && atCancel !== 'completed' && atCancel !== 'failed';
    need(isUnfinished, 'an unfinished job');

    const completed = later.find(({ stage }) => stage === 'completed');
    if (completed !== undefined) {
      const { exchange, status } = completed;
      yield { expected: 'cancelled, and never completed', actual: status, exchange };
      return;
    }
    const last = courseOf(series).findLast((exchange) => isAfter(exchange, cancel));
    need(last && dispositionOf(last) !== 'unsettled', 'a read after the DELETE');
    const job = jobIn(last, expect.videoStates);
    if (job?.stage !== 'waiting' && job?.stage !== 'running') return;
    const waitedMs = last.timing.sendMs - cancel.timing.endMs;
    need(
      waitedMs >= expect.cancelDeadlineMs,
      `a read ${expect.cancelDeadlineMs} ms after the DELETE`,
    );
    const expected = `cancelled within ${expect.cancelDeadlineMs} ms`;
    yield { expected, actual: job.status, where: 'status', exchange: last };
  },
};
