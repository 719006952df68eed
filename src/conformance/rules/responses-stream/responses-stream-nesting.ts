import { OutputItemTracker } from '../../../answers/output-item-tracker.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Clients build the answer by opening and closing items and parts. They drop an event outside an
 * item or fail, and wait for a part that never closes.
 */
export const responsesStreamNesting: JudgeRule<'stream'> = {
  id: 'responses-stream-nesting',
  level: 'must',
  provenance: 'assumed',
  source: 'Open Responses, "Items are streamable"; OpenAI OpenAPI 2.3.0, ResponseStreamEvent',
  statement:
    'Output items contain content parts, and parts contain deltas: each item and part is added before its content and done once after it.',
  provenBy: 'rst-missing-part-done',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(stream) {
    const open = new OutputItemTracker();
    const events = responseEvents(stream).filter(({ type }) => OUTPUT.test(type));
    need(events.length > 0, 'a stream with output');

    for (const { event, type, json } of events) {
      const expected = open.take(type, json);
      if (expected === undefined) continue;
      const where = `output_index ${String(json.output_index)}`;
      yield { expected, actual: type, where, atMs: event.atMs };
    }
    // A response that fails or ends early may leave its items open.
    if (!responseEvents(stream).some(({ type }) => type === 'response.completed')) return;
    for (const expected of open.left()) yield { expected, actual: 'absent' };
  },
};

const OUTPUT = /^response\.(output_item|content_part|output_text)\.(added|delta|done)$/;
