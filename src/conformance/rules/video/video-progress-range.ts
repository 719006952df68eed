import { denotesInteger, numberToken } from '../../../contract/raw-number.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A progress bar passes its end or never reaches it; a client that expects integers rejects 42.5.
 */
export const videoProgressRange: JudgeRule<'job'> = {
  id: 'video-progress-range',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Video job (progress integer); OpenAI OpenAPI 2.3.0, VideoResource: "Approximate completion percentage"',
  statement: 'The progress of a job is an integer from 0 to 100, and 100 once it is completed.',
  provenBy: 'vid-progress-float',
  evidence: 'job',
  operations: ['video-create', 'video-read', 'video-cancel'],
  probe: followedJobs,

  *judge(series, expect) {
    const maximum = expect.progressMaximum;
    const jobs = jobsIn(series, expect.videoStates).filter(({ json }) => json.progress != null);
    need(jobs.length > 0, 'an answer with progress');

    for (const { exchange, json, stage, text } of jobs) {
      const token = numberToken(text, ['progress']);
      const value = Number(token);
      const inRange = value >= 0 && value <= maximum;
      if (token === undefined || !denotesInteger(token) || !inRange) {
        const expected = `integer from 0 to ${maximum}`;
        yield { expected, actual: token ?? json.progress, where: 'progress', exchange };
      } else if (stage === 'completed' && value !== maximum) {
        const expected = `${maximum} when completed`;
        yield { expected, actual: token, where: 'progress', exchange };
      }
    }
  },
};
