import { responseEvents } from '../../../answers/response-events.ts';
import type { Behaviour } from '../../behaviour.ts';
import { streamsIn } from '../../observations/observation-words.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { need } from '../../rule.ts';

export const responsesStreamEventLines: Behaviour = {
  id: 'responses-stream-event-lines',
  question: 'Do the events of a responses stream have an event line, and a sequence number?',
  silence: 'Kinds of streaming events and their payloads: not shown.',
  probe: shortResponseStream,

  observe({ exchanges }) {
    return streamsIn(exchanges).map((stream) => {
      const events = responseEvents(stream);
      need(events.length > 0, 'an event with a type');
      const lines = events.filter(({ event }) => event.type !== '').length;
      const numbers = events.filter(({ json }) => typeof json.sequence_number === 'number').length;
      const share = (count: number) =>
        count === events.length ? 'all' : count === 0 ? 'none' : 'some';
      const value = `event line: ${share(lines)}; sequence_number: ${share(numbers)}`;
      return { subject: '', value, exchange: stream.exchange };
    });
  },
};
