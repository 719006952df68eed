import { modelFor } from '../../../contract/models-by-operation.ts';
import type { Behaviour } from '../../behaviour.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { describeJson } from '../../observations/observation-words.ts';
import { failingJob } from '../../probes/video.ts';
import { need } from '../../rule.ts';

export const videoFailedJob: Behaviour = {
  id: 'video-failed-job',
  question: 'What does a failed video job look like?',
  silence:
    'Unit and range of progress, the timestamp unit, and when error, completed_at and content_url are filled: not shown.',
  probe: failingJob,

  observe({ series }, expect) {
    need(
      expect.failingVideoModel ?? modelFor(expect.failingModel, 'video-create'),
      'a model that fails: set failingVideoModel in a profile',
    );
    return series.flatMap((each) => {
      const last = jobsIn(each, expect.videoStates).at(-1);
      if (last === undefined) return [];
      const { status, json, exchange } = last;
      return [
        {
          subject: '',
          value: `${describeJson(status)}, error ${describeJson(json.error)}`,
          exchange,
        },
      ];
    });
  },
};
