import { isTerminal } from '../../../answers/video-jobs.ts';
import { jobsIn, madeJob } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client waits, and shows a bar at 99 percent, until its user gives up. */
export const videoTerminates: JudgeRule<'job'> = {
  id: 'video-terminates',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §What the service does (asynchronous job: create, poll, cancel)',
  statement: 'Every video job reaches a final status.',
  provenBy: 'vid-stuck',
  evidence: 'job',
  operations: ['video-create', 'video-read'],
  measuresTime: true,
  probe: followedJobs,

  *judge(series, expect) {
    const made = madeJob(series, expect.videoStates);
    need(made, 'a created job');
    const jobs = jobsIn(series, expect.videoStates);
    if (jobs.some(({ stage }) => isTerminal(stage))) return;

    const last = jobs.at(-1) ?? made;
    const waitedMs = last.exchange.timing.endMs - made.exchange.timing.sendMs;
    const { videoDeadlineMs } = expect;
    need(
      waitedMs >= videoDeadlineMs,
      `a read ${expect.videoDeadlineMs} ms after the job was created`,
    );
    const expected = `a final status within ${videoDeadlineMs} ms`;
    yield { expected, actual: last.status, where: 'status', exchange: last.exchange };
  },
};
