import { type JsonObject, member, objectsIn } from '../../../answers/json.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { textDifference } from '../../findings/differences.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that stores the text of the done events keeps another answer than its user read. */
export const responsesStreamTextDone: JudgeRule<'stream'> = {
  id: 'responses-stream-text-done',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ResponseTextDoneEvent; Open Responses, streaming events',
  statement:
    'The events output_text.done, content_part.done and output_item.done have the joined deltas as their text.',
  provenBy: 'rst-done-text-differs',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(stream) {
    const deltas = new Map<string, string>();
    let compared = 0;
    for (const { event, type, json } of responseEvents(stream)) {
      if (type === 'response.output_text.delta') {
        const part = partOf(json, json.content_index);
        deltas.set(part, (deltas.get(part) ?? '') + String(json.delta));
      }
      for (const { part, text } of repeatedTexts(type, json)) {
        compared += 1;
        const difference = textDifference(deltas.get(part) ?? '', text);
        if (difference) yield { ...difference, where: type, atMs: event.atMs };
      }
    }
    need(compared > 0, 'a stream with a finished text');
  },
};

interface Repeated {
  readonly part: string;
  readonly text: string;
}

function repeatedTexts(type: string, json: JsonObject): readonly Repeated[] {
  switch (type) {
    case 'response.output_text.done':
      return repeated(json, json.content_index, json.text);
    case 'response.content_part.done':
      return isText(json.part) ? repeated(json, json.content_index, member(json.part, 'text')) : [];
    case 'response.output_item.done':
      return objectsIn(member(json.item, 'content')).flatMap((part, index) =>
        isText(part) ? repeated(json, index, part.text) : [],
      );
    default:
      return [];
  }
}

function repeated(json: JsonObject, contentIndex: unknown, text: unknown): readonly Repeated[] {
  return [{ part: partOf(json, contentIndex), text: typeof text === 'string' ? text : '' }];
}

function isText(part: unknown): boolean {
  return member(part, 'type') === 'output_text';
}

function partOf({ output_index: index }: JsonObject, contentIndex: unknown): string {
  return `${String(index)}/${String(contentIndex)}`;
}
