import { unicodeStreams } from '../../probes/texts.ts';
import type { JudgeRule } from '../../rule.ts';

/** Clients drop an event without a final blank line: they lose the last words or the end marker. */
export const transportSseEventsClosed: JudgeRule<'stream'> = {
  id: 'transport-sse-events-closed',
  level: 'must',
  provenance: 'assumed',
  source:
    'WHATWG HTML, interpreting an event stream ("Once the end of the file is reached, any pending data must be discarded")',
  statement: 'Every event of a stream ends with a blank line, including the last one.',
  provenBy: 'sse-no-final-blank',
  evidence: 'stream',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,

  *judge({ decoded }) {
    if (decoded.unfinished) {
      yield { expected: 'a blank line after the last event', actual: 'the end inside an event' };
    }
  },
};
