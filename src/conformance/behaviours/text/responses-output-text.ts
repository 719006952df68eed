import { outputText } from '../../../answers/reply.ts';
import type { Behaviour } from '../../behaviour.ts';
import { jsonIn, successes } from '../../observations/observation-words.ts';
import { shortResponse } from '../../probes/responses.ts';

export const responsesOutputText: Behaviour = {
  id: 'responses-output-text',
  question: 'Is output_text present, and is it the text of the parts?',
  silence: '"Aggregated output text": its source, and when it is filled, are not shown.',
  probe: shortResponse,

  observe({ exchanges }) {
    return successes(exchanges).map((exchange) => {
      const json = jsonIn(exchange) ?? {};
      const whole = json.output_text;
      const same =
        whole === outputText(json) ? 'the joined text of the parts' : 'not the text of the parts';
      return { subject: '', value: whole === undefined ? 'absent' : same, exchange };
    });
  },
};
