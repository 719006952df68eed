import type { Behaviour } from '../../behaviour.ts';
import { runsOn } from '../../observations/job-observations.ts';
import { deletedJob } from '../../probes/deleted-job.ts';

export const deletedJobRunsOn: Behaviour = {
  id: 'deleted-job-runs-on',
  question: 'Does a job run to its end after its DELETE?',
  silence: 'Effect of DELETE on the status of the job: not shown.',
  probe: deletedJob,

  observe({ series }, { videoStates }) {
    return series.flatMap((each) => runsOn(each, videoStates));
  },
};
