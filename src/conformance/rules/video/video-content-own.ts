import { contentAddress } from '../../../answers/video-jobs.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type FoldRule, need } from '../../rule.ts';

/** Addresses that are remembered: enough for conformance, with limited memory under load. */
const REMEMBERED = 10_000;

/** A client stores, shows and bills the video of another request. */
export const videoContentOwn: FoldRule<'job'> = {
  id: 'video-content-own',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Video job (content_url: location of the content that this job produced)',
  statement: 'No two jobs have the same content_url.',
  provenBy: 'vid-content-shared',
  evidence: 'job',
  operations: ['video-read'],
  probe: followedJobs,

  fold(expect) {
    const owners = new Map<string, string>();
    return {
      *add(series) {
        const job = jobsIn(series, expect.videoStates).find(({ stage }) => stage === 'completed');
        const url = job && contentAddress(job)?.url;
        need(job?.id && url, 'a completed job with a content_url');
        const owner = owners.get(url) ?? job.id;
        if (owners.size < REMEMBERED) owners.set(url, owner);
        if (owner === job.id) return;
        const actual = `${url}, as for job ${owner}`;
        yield {
          expected: 'a different URL for each job',
          actual,
          where: 'content_url',
          exchange: job.exchange,
        };
      },
    };
  },
};
