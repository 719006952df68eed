import { isJsonObject } from '../../../answers/json.ts';
import { DONE } from '../../../contract/stream-events.ts';
import { unicodeStreams } from '../../probes/texts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Clients parse the data of each event as one JSON object: anything else ends the stream for them.
 */
export const transportSseFraming: JudgeRule<'stream'> = {
  id: 'transport-sse-framing',
  level: 'must',
  provenance: 'assumed',
  source:
    'WHATWG HTML, interpreting an event stream; OpenAI OpenAPI 2.3.0 (each data is one object)',
  statement: 'The joined data lines of each event are [DONE] or exactly one JSON object.',
  provenBy: 'sse-raw-newline',
  evidence: 'stream',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,

  *judge({ events }) {
    need(events.length > 0, 'a stream with events');

    for (const { data, json, atMs } of events) {
      if (data === DONE || isJsonObject(json)) continue;
      yield { expected: `${DONE} or one JSON object`, actual: data, atMs };
    }
  },
};
