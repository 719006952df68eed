import { isFresherThan } from '../../../answers/cache-lifetime.ts';
import { isTerminal, type JobView } from '../../../answers/video-jobs.ts';
import { header } from '../../../exchange/exchange.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { cancelledJobs } from '../../probes/video.ts';
import { concerns, type Finding, type JudgeRule } from '../../rule.ts';

/**
 * A browser or proxy that may cache a poll answers the next polls itself: the client never sees
 * the job end.
 */
export const videoReadFresh: JudgeRule<'job'> = {
  id: 'video-read-fresh',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9111 §4.2 (freshness), §5.1 (Age); RFC 9110 §8.8.3 (ETag)',
  statement:
    'The answer to GET /videos/{id} of an unfinished job is not cacheable for long and not an old one. Its ETag changes with the job.',
  provenBy: 'vid-read-cached',
  evidence: 'job',
  operations: ['video-read'],
  probe: cancelledJobs,

  *judge(series, expect) {
    const reads = jobsIn(series, expect.videoStates).filter(
      ({ exchange }) => exchange.operation === 'video-read',
    );
    const unfinished = reads.filter(({ stage }) => stage !== undefined && !isTerminal(stage));
    concerns(unfinished.length > 0, 'an answer to GET of an unfinished job');
    for (const job of unfinished) yield* reused(job);
    yield* sameTag(reads);
  },
};

/** Shorter than any client waits between two polls of a video. */
const HARMLESS_S = 5;

function* reused({ exchange }: JobView): Iterable<Finding> {
  const headers = exchange.answer?.headers ?? [];
  if (isFresherThan(HARMLESS_S, headers)) {
    const where = header(headers, 'cache-control') === undefined ? 'expires' : 'cache-control';
    const expected = 'no caching of an unfinished job';
    yield { expected, actual: header(headers, where), where, exchange };
  }
  const age = header(headers, 'age');
  if (Number(age) > HARMLESS_S)
    yield { expected: 'a new answer', actual: age, where: 'age', exchange };
}

function* sameTag(reads: readonly JobView[]): Iterable<Finding> {
  const seen = new Map<string, unknown>();
  for (const { exchange, status } of reads) {
    const tag = header(exchange.answer?.headers ?? [], 'etag');
    if (tag === undefined) continue;
    const before = seen.get(tag) ?? status;
    seen.set(tag, before);
    if (before === status) continue;
    const expected = `another ETag than for ${String(before)}`;
    yield { expected, actual: `${tag} for ${String(status)}`, where: 'etag', exchange };
    return;
  }
}
