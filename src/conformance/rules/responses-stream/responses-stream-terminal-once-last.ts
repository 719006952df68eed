import { failsInBand } from '../../../answers/failures/error-events.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { DONE, TERMINAL_RESPONSES_EVENTS } from '../../../contract/stream-events.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Only the terminal event shows whether an answer is whole, cut off or failed. */
export const responsesStreamTerminalOnceLast: JudgeRule<'stream'> = {
  id: 'responses-stream-terminal-once-last',
  level: 'must',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, ResponseCompletedEvent, ResponseFailedEvent, ResponseIncompleteEvent',
  statement:
    'A responses stream has exactly one event response.completed, .failed or .incomplete, and only [DONE] may follow it.',
  provenBy: 'rst-no-terminal',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(stream) {
    const terminal = responseEvents(stream).find(({ type }) => TERMINAL_RESPONSES_EVENTS.has(type));
    if (terminal === undefined) {
      need(!failsInBand(stream), 'a stream that does not end with an error');
      const last = responseEvents(stream).at(-1);
      need(last, 'a stream with typed events');
      const { type, event } = last;
      yield {
        expected: 'response.completed, .failed or .incomplete',
        actual: `${type}, then the end`,
        atMs: event.atMs,
      };
      return;
    }
    const { events } = stream;
    for (const { data, atMs } of events.slice(events.indexOf(terminal.event) + 1)) {
      if (data === DONE) continue;
      yield {
        expected: `nothing after ${terminal.type}`,
        actual: `a further event: ${data}`,
        atMs,
      };
    }
  },
};
