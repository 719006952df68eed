import type { Behaviour } from '../../behaviour.ts';
import { afterCancel } from '../../observations/job-observations.ts';
import { followedJobs } from '../../probes/video.ts';

export const cancelCompleted: Behaviour = {
  id: 'cancel-completed',
  question: 'What does DELETE do to a job that has ended?',
  silence: 'Effect of DELETE on the status of the job: not shown.',
  probe: followedJobs,

  observe({ series }, { videoStates }) {
    return series.slice(1, 2).flatMap((each) => afterCancel(each, videoStates));
  },
};
