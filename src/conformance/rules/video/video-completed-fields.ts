import type { JobView } from '../../../answers/video-jobs.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/**
 * A client that finds content_url downloads the video: too early, the download fails; too late,
 * there is no link.
 */
export const videoCompletedFields: JudgeRule<'job'> = {
  id: 'video-completed-fields',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §Video job (completed_at, content_url; when they are filled is not shown); OpenAI OpenAPI 2.3.0, VideoResource',
  statement:
    'A completed job has completed_at and content_url. A queued or running job has neither, and a failed or cancelled one has no content_url.',
  provenBy: 'vid-content-url-early',
  evidence: 'job',
  operations: ['video-create', 'video-read', 'video-cancel'],
  probe: followedJobs,

  *judge(series, expect) {
    const jobs = jobsIn(series, expect.videoStates).filter(({ stage }) => stage !== undefined);
    for (const job of jobs) {
      if (job.stage === 'completed') yield* missing(job);
      else yield* early(job);
    }
    need(
      jobs.some(({ stage }) => stage === 'completed'),
      'a completed job',
    );
  },
};

function* missing({ exchange, json }: JobView): Iterable<Finding> {
  const { completed_at: completedAt, content_url: contentUrl, created_at: createdAt } = json;
  const since = typeof createdAt === 'number' ? createdAt : 0;
  if (!Number.isInteger(completedAt) || Number(completedAt) < since) {
    const expected = `integer of at least ${since}`;
    yield { expected, actual: completedAt, where: 'completed_at', exchange };
  }
  if (!isUriReference(contentUrl)) {
    yield { expected: 'URI reference', actual: contentUrl, where: 'content_url', exchange };
  }
}

function* early({ exchange, json, stage }: JobView): Iterable<Finding> {
  const hasEnded = stage === 'failed' || stage === 'cancelled';
  for (const where of hasEnded ? ['content_url'] : ['completed_at', 'content_url']) {
    if (isUnfilled(json[where])) continue;
    const expected = `absent or null while ${json.status}`;
    yield { expected, actual: json[where], where, exchange };
  }
}

/** In many languages the empty value of a type means no value. */
function isUnfilled(value: unknown): boolean {
  return value == null || value === '' || value === 0;
}

/** RFC 3986 §4.1, without the details that URL.canParse knows. */
function isUriReference(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return (
    /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(value) && URL.canParse(value, 'http://gateway.invalid/')
  );
}
