import { member } from '../../../answers/json.ts';
import { type ResponseEvent, responseEvents } from '../../../answers/response-events.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

const UNFINISHED: ReadonlySet<unknown> = new Set(['queued', 'in_progress']);
const BEFORE_ITEMS = new Set(['response.created', 'response.queued', 'response.in_progress']);

/** Clients create their answer, with the id that cancels it, when response.created arrives. */
export const responsesStreamStartsCreated: JudgeRule<'stream'> = {
  id: 'responses-stream-starts-created',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ResponseCreatedEvent; Open Responses, state events',
  statement:
    'A responses stream starts with response.created for an unfinished response. Events that say queued or in progress come before any output item.',
  provenBy: 'rst-no-created',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(stream) {
    const events = responseEvents(stream).filter(({ type }) => type.startsWith('response.'));
    const [first] = events;
    need(first, 'a stream with response events');

    if (first.type === 'response.created') {
      const status = member(first.json.response, 'status');
      if (!UNFINISHED.has(status)) {
        yield at(first, {
          expected: 'queued or in_progress',
          actual: status,
          where: 'response.status',
        });
      }
    } else {
      yield at(first, { expected: 'response.created first', actual: first.type });
    }
    const item = events.findIndex(({ type }) => type === 'response.output_item.added');
    for (const late of item === -1 ? [] : events.slice(item)) {
      if (!BEFORE_ITEMS.has(late.type)) continue;
      yield at(late, { expected: 'no such event after an output item', actual: late.type });
    }
  },
};

function at({ event }: ResponseEvent, finding: Finding): Finding {
  return { ...finding, atMs: event.atMs };
}
