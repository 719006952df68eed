import type { Behaviour } from '../../behaviour.ts';
import { afterCancel } from '../../observations/job-observations.ts';
import { cancelledJobs } from '../../probes/video.ts';

export const cancelAtOnce: Behaviour = {
  id: 'cancel-at-once',
  question: 'What does DELETE do to a job that was just created?',
  silence: 'Effect of DELETE on the status of the job: not shown.',
  probe: cancelledJobs,

  observe({ series }, { videoStates }) {
    return series.slice(0, 1).flatMap((each) => afterCancel(each, videoStates));
  },
};
