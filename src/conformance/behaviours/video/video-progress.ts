import type { Behaviour } from '../../behaviour.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { progressSeen } from '../../observations/job-observations.ts';
import { followedJobs } from '../../probes/video.ts';

export const videoProgress: Behaviour = {
  id: 'video-progress',
  question: 'What are the unit and the range of progress?',
  silence:
    'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.',
  probe: followedJobs,

  observe({ series }, { videoStates }) {
    return series.slice(0, 1).flatMap((each) => progressSeen(jobsIn(each, videoStates)));
  },
};
