import { responseEvents } from '../../../answers/response-events.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that listens for an event name does not get an event with another name, or with none.
 */
export const responsesStreamEventName: JudgeRule<'stream'> = {
  id: 'responses-stream-event-name',
  level: 'must',
  provenance: 'assumed',
  source: 'Open Responses, "The event field MUST match the type in the event body"',
  statement: 'The event: line of each event of a responses stream equals the type in its data.',
  provenBy: 'rst-event-name-mismatch',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(stream, expect) {
    const events = responseEvents(stream);
    need(events.length > 0, 'a stream with typed events');

    for (const { event, type } of events) {
      if (event.type === type) continue;
      if (event.type === '' && expect.eventLine === 'optional') continue;
      const actual = event.type === '' ? 'no event: line' : `event: ${event.type}`;
      yield { expected: `event: ${type}`, actual, atMs: event.atMs };
    }
  },
};
