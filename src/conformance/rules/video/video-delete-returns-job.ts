import { describeOutcome } from '../../../answers/narrow.ts';
import { isAfter, isTerminal, jobIn } from '../../../answers/video-jobs.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { VideoJobSchema } from '../../../contract/video.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { decidingCancel, jobsIn, madeJob } from '../../findings/job-course.ts';
import { cancelledJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

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
    const ended = jobsIn(series, expect.videoStates).some(
      ({ exchange, stage }) => isTerminal(stage) && isAfter(cancel, exchange),
    );
    // A conflict means that the job ended between two reads.
    const mayEnd = ended || cancel.answer?.status === 409;
    need(dispositionOf(cancel) === 'accepted' || !mayEnd, 'a DELETE of an unfinished job');

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
