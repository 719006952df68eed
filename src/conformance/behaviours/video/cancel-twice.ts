import type { Behaviour } from '../../behaviour.ts';
import { deleteWords } from '../../observations/job-observations.ts';
import { jobCancelledTwice } from '../../probes/video.ts';
import { need } from '../../rule.ts';

export const cancelTwice: Behaviour = {
  id: 'cancel-twice',
  question: 'What does a second DELETE get?',
  silence: 'Effect of DELETE on the status of the job: not shown.',
  probe: jobCancelledTwice,

  observe({ exchanges }, { videoStates }) {
    const [, before, exchange] = exchanges;
    need(before && exchange, 'a created job');
    const [first, second] = [before, exchange].map((each) => deleteWords(each, videoStates));
    const value =
      second === first ? `as the first: ${second}` : `${second}; the first got ${first}`;
    return [{ subject: '', value, exchange }];
  },
};
