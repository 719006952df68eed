import type { Behaviour } from '../../behaviour.ts';
import { failureWords, jsonIn } from '../../observations/observation-words.ts';
import { imagesLeftOpen } from '../../probes/unspecified.ts';

export const imagesNLeftOut: Behaviour = {
  id: 'images-n-left-out',
  question: 'How many images come when n is absent?',
  silence:
    'Which types of images come, and what the gateway takes when n or size is absent: not shown.',
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
