import type { Behaviour } from '../../behaviour.ts';
import { failureWords } from '../../observations/observation-words.ts';
import { keyLengths } from '../../probes/key-lengths.ts';

export const takenKeyLengths: Behaviour = {
  id: 'taken-key-lengths',
  question: 'Which lengths of an Idempotency-Key are accepted?',
  silence: 'The length is 1 to 255 characters; what other lengths get is not shown.',
  probe: keyLengths,

  observe({ series }) {
    return LENGTHS.flatMap(([subject, at]) => {
      const exchange = series[0]?.exchanges[at];
      return exchange === undefined ? [] : [{ subject, value: failureWords(exchange), exchange }];
    });
  },
};

/** Where the probe tries each, on its first operation. */
const LENGTHS: readonly (readonly [subject: string, at: number])[] = [
  ['1 character', 1],
  ['255', 3],
  ['256', 4],
  ['none', 5],
  ['spaces', 6],
];
