import type { Behaviour } from '../../behaviour.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { describeJson, sequence } from '../../observations/observation-words.ts';
import { followedJobs } from '../../probes/video.ts';
import { need } from '../../rule.ts';

export const statesOfAJob: Behaviour = {
  id: 'states-of-a-job',
  question: 'Which statuses does a video job go through, in which order?',
  silence: 'Other status values: not shown. Transitions: not shown.',
  probe: followedJobs,

  observe({ series }, { videoStates }) {
    return series.slice(0, 1).flatMap((each) => {
      const jobs = jobsIn(each, videoStates);
      const last = jobs.at(-1);
      need(last?.id, 'a video job with an id');
      return [
        {
          subject: '',
          value: sequence(jobs.map(({ status }) => describeJson(status))),
          exchange: last.exchange,
        },
      ];
    });
  },
};
