import { isDeepStrictEqual } from 'node:util';
import { followedJobs } from '../../probes/video.ts';
import { reception } from '../../reception.ts';
import { type JudgeRule, need } from '../../rule.ts';
import { firstCancel, isAfter, jobIn, jobsIn } from '../../video-jobs.ts';

/** A finished video that is called cancelled is thrown away by its client, though it was paid. */
export const videoDeleteAfterCompleted: JudgeRule<'job'> = {
  id: 'video-delete-after-completed',
  level: 'must',
  provenance: 'assumed',
  source: 'the state machine of a job: an end is final',
  statement: 'DELETE of a completed job leaves its status and completed_at, or removes the job.',
  provenBy: 'vid-cancel-overwrites-completed',
  evidence: 'job',
  operations: ['video-cancel', 'video-read'],
  probe: followedJobs,

  *judge(series, expect) {
    const cancel = firstCancel(series);
    const completed = jobsIn(series, expect.videoStates).find(
      ({ exchange, stage }) => stage === 'completed' && cancel && isAfter(cancel, exchange),
    );
    need(cancel && completed, 'a DELETE of a completed job');
    need(reception(cancel) !== 'unsettled', 'an answer to the DELETE');

    for (const exchange of series.exchanges) {
      const job =
        exchange === cancel || isAfter(exchange, cancel)
          ? jobIn(exchange, expect.videoStates)
          : undefined;
      // An answer without a status tells of the removal, not of the job.
      if (job === undefined || typeof job.status !== 'string') continue;
      for (const where of ['status', 'completed_at']) {
        const [before, now] = [completed.json[where], job.json[where]];
        if (isDeepStrictEqual(before, now)) continue;
        yield { expected: `${JSON.stringify(before)}, as before`, actual: now, where, exchange };
      }
    }
  },
};
