import type { Behaviour } from '../../behaviour.ts';
import { byLabel, statusWords } from '../../observations/observation-words.ts';
import { oddJobs } from '../../probes/video-refusals.ts';

export const oddVideoJobs: Behaviour = {
  id: 'odd-video-jobs',
  question: 'What do unusual fields of a video job get?',
  silence: 'Limits of n, duration, temperature and request sizes: not shown.',
  probe: oddJobs,

  observe({ series }) {
    return byLabel(series, statusWords);
  },
};
