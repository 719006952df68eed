import type { Behaviour } from '../../behaviour.ts';
import { byLabel, headerWords } from '../../observations/observation-words.ts';
import { refusals } from '../../probes/unspecified.ts';

export const failureMediaType: Behaviour = {
  id: 'failure-media-type',
  question: 'Which media type does a failure have?',
  silence: 'The media type of a failure: not shown.',
  probe: refusals,

  observe({ series }) {
    return byLabel(series, (exchange) => headerWords(exchange, 'content-type')).filter(
      ({ exchange }) => (exchange.answer?.status ?? 0) >= 400,
    );
  },
};
