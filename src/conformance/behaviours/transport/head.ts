import type { Exchange } from '../../../exchange/exchange.ts';
import type { Behaviour } from '../../behaviour.ts';
import { byLabel, statusWords } from '../../observations/observation-words.ts';
import { headAndOptions } from '../../probes/malformed-requests.ts';

export const head: Behaviour = {
  id: 'head',
  question: 'What does HEAD of an unknown video job get?',
  silence: 'HTTP leaves this to the server, and the interface does not restrict it.',
  operation: 'video-read',
  probe: headAndOptions,

  observe({ series }) {
    return byLabel(
      series.filter(({ label, exchanges }) => label === 'HEAD' && exchanges.some(isOfJob)),
      statusWords,
    ).map((each) => ({ ...each, subject: '' }));
  },
};

function isOfJob({ operation }: Exchange): boolean {
  return operation === 'video-read';
}
