import { responseEvents } from '../../../answers/response-events.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that resumes or reorders by sequence_number drops one of two events that share it. */
export const responsesStreamSequence: JudgeRule<'stream'> = {
  id: 'responses-stream-sequence',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, sequence_number (required); Open Responses, streaming events',
  statement:
    'Each event of a responses stream has an integer sequence_number greater than the previous one.',
  provenBy: 'rst-seq-repeat',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(stream) {
    const events = responseEvents(stream);
    need(events.length > 0, 'a stream with typed events');

    let before = Number.NEGATIVE_INFINITY;
    for (const { event, type, json } of events) {
      const actual = json.sequence_number;
      const where = `${type}, sequence_number`;
      if (typeof actual !== 'number' || !Number.isInteger(actual)) {
        yield { expected: 'integer', actual, where, atMs: event.atMs };
        continue;
      }
      if (actual <= before)
        yield { expected: `greater than ${before}`, actual, where, atMs: event.atMs };
      before = actual;
    }
  },
};
