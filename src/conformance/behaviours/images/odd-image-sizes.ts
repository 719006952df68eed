import type { Behaviour } from '../../behaviour.ts';
import { byLabel, statusWords } from '../../observations/observation-words.ts';
import { oddSizes } from '../../probes/image-refusals.ts';

export const oddImageSizes: Behaviour = {
  id: 'odd-image-sizes',
  question: 'What do unusual values of size get?',
  silence: 'Limits of n, duration, temperature and request sizes: not shown.',
  probe: oddSizes,

  observe({ series }) {
    return byLabel(series, statusWords);
  },
};
