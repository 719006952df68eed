import type { Behaviour } from '../../behaviour.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { fillOf } from '../../observations/job-observations.ts';
import { followedJobs } from '../../probes/video.ts';

export const videoError: Behaviour = {
  id: 'video-error',
  question: 'What is the error of a successful job?',
  silence:
    'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.',
  probe: followedJobs,

  observe({ series }, { videoStates }) {
    return series.slice(0, 1).flatMap((each) => fillOf('error', jobsIn(each, videoStates)));
  },
};
