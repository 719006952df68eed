import { isSettled, notRefused } from '../../findings/acceptance.ts';
import { unknownJobs } from '../../probes/bad-fields.ts';
import type { JudgeRule } from '../../rule.ts';

/** A client with a wrong id polls forever for a job that does not exist. */
export const videoUnknownId404: JudgeRule<'series'> = {
  id: 'video-unknown-id-404',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.5; interface §Endpoints (a failure body for GET and DELETE)',
  statement: 'GET and DELETE of a job that was never created return 404, for an id in any form.',
  provenBy: 'vid-unknown-200-null',
  evidence: 'series',
  operations: ['video-read', 'video-cancel'],
  probe: unknownJobs,

  *judge(series, expect) {
    yield* notRefused(series);

    const [, unknown] = series.exchanges;
    const status = unknown?.answer?.status ?? 0;
    const refused = unknown && isSettled(unknown) && status >= 400 && status < 500;
    // A server may treat such a path as another path and return the answer of that one.
    const plain = unknown && /\/[\w-]+$/.test(unknown.request.url);
    if (refused && plain && !expect.unknownVideoStatus.includes(status)) {
      const expected = `status ${expect.unknownVideoStatus.join(' or ')}`;
      yield { expected, actual: `status ${status}`, where: 'status', exchange: unknown };
    }
  },
};
