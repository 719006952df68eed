import type { Behaviour } from '../../behaviour.ts';
import { jobCancelledTwice } from '../../probes/video.ts';
import { need } from '../../rule.ts';
import { failureWords, statusWords, word } from '../../sightings.ts';
import { jobIn } from '../../video-jobs.ts';

export const cancelTwice: Behaviour = {
  id: 'cancel-twice',
  question: 'What does a second DELETE get?',
  silence: 'Effect of DELETE on the status of the job: not shown.',
  probe: jobCancelledTwice,

  observe({ exchanges }, { videoStates }) {
    const exchange = exchanges[2];
    need(exchange, 'a job that was made');
    const job = jobIn(exchange, videoStates);
    return [
      {
        of: '',
        saw:
          job === undefined
            ? failureWords(exchange)
            : `${statusWords(exchange)}, ${word(job.status)}`,
        exchange,
      },
    ];
  },
};
