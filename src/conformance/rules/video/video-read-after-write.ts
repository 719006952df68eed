import { isDeepStrictEqual } from 'node:util';
import { isAfter, jobIn } from '../../../answers/video-jobs.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { firstCancel, madeJob } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

const LASTING = ['id', 'model', 'created_at'];

/**
 * A client polls the id that it got: after a 404 it abandons a job that still runs and costs money.
 */
export const videoReadAfterWrite: JudgeRule<'job'> = {
  id: 'video-read-after-write',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints, rule 2: "POST /videos creates a job; the job is read with GET /videos/{id}"',
  statement:
    'GET /videos/{id} returns 2xx with the job that POST /videos created, from the first read on. Its id, model and created_at never change.',
  provenBy: 'vid-read-after-write-404',
  evidence: 'job',
  operations: ['video-create', 'video-read'],
  probe: followedJobs,

  *judge(series, expect) {
    const made = madeJob(series, expect.videoStates);
    need(made?.id, 'a created job');
    const cancel = firstCancel(series);
    const reads = series.exchanges.filter(
      (exchange) =>
        exchange.operation === 'video-read' &&
        isAfter(exchange, made.exchange) &&
        (cancel === undefined || isAfter(cancel, exchange)) &&
        dispositionOf(exchange) !== 'unsettled',
    );
    need(reads.length > 0, 'a read with an answer before the job was cancelled');

    for (const exchange of reads) {
      const read = jobIn(exchange, expect.videoStates);
      if (read === undefined) {
        yield { expected: 'the job', actual: `status ${exchange.answer?.status}`, exchange };
        continue;
      }
      for (const where of LASTING) {
        const [before, now] = [made.json[where], read.json[where]];
        if (isDeepStrictEqual(before, now)) continue;
        yield { expected: JSON.stringify(before) ?? 'absent', actual: now, where, exchange };
      }
    }
  },
};
