import { jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Polling clients stop at a status that they do not know, or wait forever. */
export const videoStatusKnown: JudgeRule<'job'> = {
  id: 'video-status-known',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §States and transitions (queued); OpenAI OpenAPI 2.3.0, VideoStatus; ArcReel/ArcReel#410',
  statement: 'The status of a video job is one that clients know.',
  provenBy: 'vid-status-vendor',
  evidence: 'job',
  operations: ['video-create', 'video-read', 'video-cancel'],
  probe: followedJobs,

  *judge(series, expect) {
    const jobs = jobsIn(series, expect.videoStates).filter(
      ({ status }) => typeof status === 'string',
    );
    need(jobs.length > 0, 'an answer with a status');

    const known = Object.values(expect.videoStates).flat();
    for (const { exchange, stage, status } of jobs) {
      if (stage !== undefined) continue;
      yield { expected: known.join(', '), actual: status, where: 'status', exchange };
    }
  },
};
