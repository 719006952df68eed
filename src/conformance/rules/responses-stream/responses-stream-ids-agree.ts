import { type JsonObject, member } from '../../../answers/json.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Events inside an output item, which must have the id of that item. */
const INSIDE =
  /^response\.(content_part|output_text|refusal|function_call_arguments)\.(added|delta|done)$/;

/** A client stores each delta by its item: with a wrong id the text lands in another answer. */
export const responsesStreamIdsAgree: JudgeRule<'stream'> = {
  id: 'responses-stream-ids-agree',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, item_id and output_index (required); theopenco/llmgateway#2287',
  statement:
    'All events of a responses stream have the same response id, and each item_id is the id of the item announced at its output_index.',
  provenBy: 'rst-item-id-mismatch',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(stream) {
    const ids = new AnnouncedIds();
    let compared = 0;
    for (const { event, type, json } of responseEvents(stream)) {
      for (const { where, expected, actual } of ids.take(type, json)) {
        compared += 1;
        if (expected !== actual)
          yield { expected, actual, where: `${type}, ${where}`, atMs: event.atMs };
      }
    }
    need(compared > 0, 'a stream whose events refer to a response or an item');
  },
};

interface Reference extends Finding {
  readonly where: string;
}

class AnnouncedIds {
  #response: string | undefined;
  readonly #items = new Map<unknown, string>();

  /** The references of one event to earlier ones. */
  *take(type: string, json: JsonObject): Iterable<Reference> {
    const response = member(json.response, 'id');
    if (typeof response === 'string') {
      if (this.#response === undefined) this.#response = response;
      else yield { where: 'response.id', expected: this.#response, actual: response };
    }
    const { output_index: index } = json;
    const item = member(json.item, 'id');
    if (type === 'response.output_item.added' && typeof item === 'string') {
      this.#items.set(index, item);
    }
    const expected = this.#items.get(index);
    if (expected === undefined) return;
    if (type === 'response.output_item.done') {
      yield { where: 'item.id', expected, actual: item };
    } else if (INSIDE.test(type)) {
      yield { where: 'item_id', expected, actual: json.item_id };
    }
  }
}
