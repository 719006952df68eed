import type { Behaviour } from '../../behaviour.ts';
import { everyOperation } from '../../probes/left-open.ts';
import { word } from '../../sightings.ts';
import { jobIn } from '../../video-jobs.ts';

export const videoFirstStatus: Behaviour = {
  id: 'video-first-status',
  question: 'Which state has a video job when it is made?',
  silence: 'Other status values: not shown. Transitions: not shown.',
  operation: 'video-create',
  probe: everyOperation,

  observe({ exchanges }, { videoStates }) {
    return exchanges.flatMap((exchange) => {
      if (exchange.operation !== 'video-create') return [];
      const job = jobIn(exchange, videoStates);
      return job === undefined ? [] : [{ of: '', saw: word(job.status), exchange }];
    });
  },
};
