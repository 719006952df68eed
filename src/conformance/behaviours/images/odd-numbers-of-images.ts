import type { Behaviour } from '../../behaviour.ts';
import { byLabel, statusWords } from '../../observations/observation-words.ts';
import { oddNumbers } from '../../probes/image-refusals.ts';

export const oddNumbersOfImages: Behaviour = {
  id: 'odd-numbers-of-images',
  question: 'What do unusual values of n get?',
  silence: 'Limits of n, duration, temperature and request sizes: not shown.',
  probe: oddNumbers,

  observe({ series }) {
    return byLabel(series, statusWords);
  },
};
