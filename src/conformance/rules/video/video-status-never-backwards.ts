import { isAfter, type Stage } from '../../../answers/video-jobs.ts';
import { firstCancel, jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

const RANK: Readonly<Record<Stage, number>> = {
  waiting: 0,
  running: 1,
  completed: 2,
  failed: 2,
  cancelled: 2,
};

/** A client acts when a job ends: it handles a job twice that runs or waits again. */
export const videoStatusNeverBackwards: JudgeRule<'job'> = {
  id: 'video-status-never-backwards',
  level: 'must',
  provenance: 'assumed',
  source: 'the state machine of a job; Open Responses specification, terminal status',
  statement:
    'The status of a job that is not cancelled goes from queued to running to one final status.',
  provenBy: 'vid-status-regress',
  evidence: 'job',
  operations: ['video-create', 'video-read'],
  probe: followedJobs,

  *judge(series, expect) {
    const cancel = firstCancel(series);
    const jobs = jobsIn(series, expect.videoStates).flatMap(({ exchange, stage, status }) =>
      stage === undefined || (cancel !== undefined && !isAfter(cancel, exchange))
        ? []
        : [{ exchange, stage, status, rank: RANK[stage] }],
    );
    need(jobs.length > 1, 'two answers with a known status');

    for (const { exchange, stage, status, rank } of jobs) {
      const before = jobs.find(
        (earlier) =>
          isAfter(exchange, earlier.exchange) &&
          (earlier.rank > rank ||
            (rank === RANK.completed && earlier.rank === rank && earlier.stage !== stage)),
      );
      if (before === undefined) continue;
      const expected = `${before.status}, as before, or a later status`;
      yield { expected, actual: status, where: 'status', exchange };
    }
  },
};
