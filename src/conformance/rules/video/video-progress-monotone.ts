import { isAfter } from '../../../answers/video-jobs.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A progress bar that jumps back, as with two replicas that disagree, looks like a fault to users.
 */
export const videoProgressMonotone: JudgeRule<'job'> = {
  id: 'video-progress-monotone',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, VideoResource: "Approximate completion percentage"',
  statement: 'The progress of a job never decreases, unless the job fails or is cancelled.',
  provenBy: 'vid-progress-drops',
  evidence: 'job',
  operations: ['video-create', 'video-read'],
  probe: followedJobs,

  *judge(series, expect) {
    const jobs = jobsIn(series, expect.videoStates).flatMap(
      ({ exchange, json: { progress }, stage }) =>
        typeof progress !== 'number' || stage === 'failed' || stage === 'cancelled'
          ? []
          : [{ exchange, progress }],
    );
    need(jobs.length > 1, 'two answers with progress');

    for (const { exchange, progress } of jobs) {
      const before = jobs.find(
        (earlier) => earlier.progress > progress && isAfter(exchange, earlier.exchange),
      );
      if (before === undefined) continue;
      const expected = `at least ${before.progress}, as before`;
      yield { expected, actual: progress, where: 'progress', exchange };
    }
  },
};
