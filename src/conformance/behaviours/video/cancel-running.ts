import type { Behaviour } from '../../behaviour.ts';
import { firstCancel, jobsIn } from '../../findings/job-course.ts';
import { afterCancel } from '../../observations/job-observations.ts';
import { cancelledJobs } from '../../probes/video.ts';
import { need } from '../../rule.ts';

export const cancelRunning: Behaviour = {
  id: 'cancel-running',
  question: 'What does DELETE do to a running job?',
  silence: 'Effect of DELETE on the status of the job: not shown.',
  probe: cancelledJobs,

  observe({ series }, { videoStates }) {
    return series.slice(1, 2).flatMap((each) => {
      const cancelled = firstCancel(each);
      const before = jobsIn(each, videoStates).filter(
        ({ exchange }) => cancelled !== undefined && exchange.id < cancelled.id,
      );
      need(before.at(-1)?.stage === 'running', 'a job that is running when it is cancelled');
      return afterCancel(each, videoStates);
    });
  },
};
