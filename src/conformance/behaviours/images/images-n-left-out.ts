import type { Behaviour } from '../../behaviour.ts';
import { failureWords, jsonIn } from '../../observations/observation-words.ts';
import { imagesLeftOpen } from '../../probes/unspecified.ts';

export const imagesNLeftOut: Behaviour = {
  id: 'images-n-left-out',
  question: 'How many images are returned if n is absent?',
  silence: 'The types of images, and the defaults of n and size: not shown.',
  probe: imagesLeftOpen,

  observe({ series }) {
    return series
      .filter(({ label }) => label === 'n')
      .flatMap(({ exchanges }) =>
        exchanges.map((exchange) => {
          const data = jsonIn(exchange)?.data;
          return {
            subject: '',
            value: Array.isArray(data) ? `${data.length}` : failureWords(exchange),
            exchange,
          };
        }),
      );
  },
};
