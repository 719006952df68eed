import { jobIn } from '../../../answers/video-jobs.ts';
import type { Behaviour } from '../../behaviour.ts';
import { describeJson } from '../../observations/observation-words.ts';
import { everyOperation } from '../../probes/unspecified.ts';

export const videoFirstStatus: Behaviour = {
  id: 'video-first-status',
  question: 'Which status does a new video job have?',
  silence: 'Other status values: not shown. Transitions: not shown.',
  operation: 'video-create',
  probe: everyOperation,

  observe({ exchanges }, { videoStates }) {
    return exchanges.flatMap((exchange) => {
      if (exchange.operation !== 'video-create') return [];
      const job = jobIn(exchange, videoStates);
      return job === undefined ? [] : [{ subject: '', value: describeJson(job.status), exchange }];
    });
  },
};
