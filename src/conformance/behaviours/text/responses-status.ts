import type { Behaviour } from '../../behaviour.ts';
import { describeJson, jsonIn, successes } from '../../observations/observation-words.ts';
import { shortResponse } from '../../probes/responses.ts';

export const responsesStatus: Behaviour = {
  id: 'responses-status',
  question: 'Which status does a finished response have?',
  silence: 'Status values of the responses object: not shown.',
  probe: shortResponse,

  observe({ exchanges }) {
    return successes(exchanges).map((exchange) => ({
      subject: '',
      value: describeJson(jsonIn(exchange)?.status),
      exchange,
    }));
  },
};
