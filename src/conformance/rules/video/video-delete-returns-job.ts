import { describeOutcome } from '../../../answers/narrow.ts';
import {
  isAfter,
  isTerminal,
  type JobView,
  jobIn,
  type Stage,
} from '../../../answers/video-jobs.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { VideoJobSchema } from '../../../contract/video.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Expectations } from '../../expectations.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { decidingCancel, endedAtOnce, jobsIn, madeJob } from '../../findings/job-course.ts';
import { cancelledJobs } from '../../probes/video.ts';
import { type JudgeRule, need, needSeen } from '../../rule.ts';

/**
 * A client reads in this answer whether its job was stopped, or had already ended and been billed.
 */
export const videoDeleteReturnsJob: JudgeRule<'job'> = {
  id: 'video-delete-returns-job',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints: "DELETE | /videos/{id} | No body. Path parameter id as above. Cancels the job | Video job"',
  statement: 'DELETE /videos/{id} of an unfinished job returns 2xx with that video job.',
  provenBy: 'vid-delete-204',
  evidence: 'job',
  operations: ['video-cancel'],
  probe: cancelledJobs,

  *judge(series, expect) {
    const cancel = decidingCancel(series);
    const made = madeJob(series, expect.videoStates);
    need(made?.id && cancel && dispositionOf(cancel) !== 'unsettled', 'a DELETE with an answer');
    const mayEnd = mayHaveEnded(cancel, jobsIn(series, expect.videoStates), expect);
    const isOfUnfinished = dispositionOf(cancel) === 'accepted' || !mayEnd;
    needSeen(
      isOfUnfinished || !endedAtOnce(series, expect.videoStates),
      'a DELETE of an unfinished job',
    );
    need(isOfUnfinished, 'a DELETE of an unfinished job');

    const job = jobIn(cancel, expect.videoStates);
    if (job === undefined) {
      const actual = describeOutcome(cancel);
      yield { expected: '2xx with the video job', actual, exchange: cancel };
      return;
    }
    for (const found of contradictions(VideoJobSchema, job.json)) {
      yield { ...found, exchange: cancel };
    }
    if (job.id !== undefined && job.id !== made.id) {
      yield { expected: made.id, actual: job.id, where: 'id', exchange: cancel };
    }
  },
};

/**
 * Whether the job was over when its DELETE was refused, as far as reads show. It may end between a
 * read and the DELETE: a conflict says so, unless much later reads deny it. Other refusals say
 * so only if the next read agrees.
 */
function mayHaveEnded(cancel: Exchange, views: readonly JobView[], expect: Expectations): boolean {
  const status = cancel.answer?.status ?? 0;
  const lateMs = cancel.timing.endMs + expect.cancelDeadlineMs;
  const next = views.find(({ exchange }) => isAfter(exchange, cancel));
  const ended = views.some(({ exchange, stage }) => isTerminal(stage) && isAfter(cancel, exchange));
  const runsOn = views.some(
    ({ exchange, stage }) => isUnfinished(stage) && exchange.timing.sendMs > lateMs,
  );
  if (ended || !expect.cancelRefusalStatus.includes(status)) return ended;
  return status === 409 ? !runsOn : isTerminal(next?.stage);
}

function isUnfinished(stage: Stage | undefined): boolean {
  return stage === 'waiting' || stage === 'running';
}
