import { isFresherThan } from '../../../answers/cache-lifetime.ts';
import { isTerminal, type JobView } from '../../../answers/video-jobs.ts';
import { header } from '../../../exchange/exchange.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { cancelledJobs } from '../../probes/video.ts';
import { concerns, type Finding, type JudgeRule } from '../../rule.ts';

/** A browser or proxy that may keep a poll answers the next ones itself: the client sees no end. */
export const videoReadFresh: JudgeRule<'job'> = {
  id: 'video-read-fresh',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9111 §4.2 (freshness), §5.1 (Age); RFC 9110 §8.8.3 (ETag)',
  statement:
    'An answer to GET /videos/{id} of a job that goes on may not be reused for long, is not an old one, and has another ETag when the job has changed.',
  provenBy: 'vid-read-cached',
  evidence: 'job',
  operations: ['video-read'],
  probe: cancelledJobs,

  *judge(series, expect) {
    const reads = jobsIn(series, expect.videoStates).filter(
      ({ exchange }) => exchange.operation === 'video-read',
    );
    const unfinished = reads.filter(({ stage }) => stage !== undefined && !isTerminal(stage));
    concerns(unfinished.length > 0, 'an answer to GET of a job that goes on');
    for (const job of unfinished) yield* reused(job);
    yield* sameTag(reads);
  },
};

/** Shorter than anybody waits between two polls of a video. */
const HARMLESS_S = 5;

function* reused({ exchange }: JobView): Iterable<Finding> {
  const headers = exchange.answer?.headers ?? [];
  if (isFresherThan(HARMLESS_S, headers)) {
    const where = header(headers, 'cache-control') === undefined ? 'expires' : 'cache-control';
    const expected = 'no reuse while the job goes on';
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
