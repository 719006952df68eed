import { isJsonObject, type JsonObject, member } from '../../../answers/json.ts';
import { outputText } from '../../../answers/reply.ts';
import {
  completedResponse,
  responseEvents,
  responseStreamText,
} from '../../../answers/response-events.ts';
import { countText } from '../../../input/count-text.ts';
import { textDifference } from '../../findings/differences.ts';
import { shortResponseStream } from '../../probes/responses-stream.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Many clients keep only the last event: they never get what is missing there. */
export const responsesStreamFinalComplete: JudgeRule<'stream'> = {
  id: 'responses-stream-final-complete',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ResponseCompletedEvent; agentgateway/agentgateway#3326',
  statement:
    'The event response.completed has the whole response: the status completed, every output item at its output_index with its text, and usage.',
  provenBy: 'rst-final-output-empty',
  evidence: 'stream',
  operations: ['responses'],
  probe: shortResponseStream,

  *judge(stream) {
    const response = completedResponse(stream);
    need(response, 'a stream with response.completed');
    const { status, output, usage } = response;
    if (status !== 'completed') {
      yield { expected: 'completed', actual: status, where: 'response.status' };
    }
    if (!isJsonObject(usage)) {
      yield { expected: 'an object', actual: usage, where: 'response.usage' };
    }
    const items = responseEvents(stream).filter(({ type }) => type === 'response.output_item.done');
    if (Array.isArray(output) && output.length === items.length) {
      yield* misplacedItems(
        output,
        items.map(({ json }) => json),
      );
      yield* otherTexts(response, responseStreamText(stream));
      return;
    }
    yield {
      expected: `${countText(items.length, 'item')}, as in the stream`,
      actual: Array.isArray(output) ? countText(output.length, 'item') : output,
      where: 'response.output',
    };
  },
};

function* otherTexts(response: JsonObject, streamed: string): Iterable<Finding> {
  const texts = { output: outputText(response), output_text: response.output_text };
  for (const [name, text] of Object.entries(texts)) {
    const difference = typeof text === 'string' ? textDifference(streamed, text) : undefined;
    if (difference) yield { ...difference, where: `response.${name}` };
  }
}

/** Items that the response does not have where their output_index says. */
function* misplacedItems(
  output: readonly unknown[],
  done: readonly JsonObject[],
): Iterable<Finding> {
  for (const { item, output_index: index } of done) {
    const id = member(item, 'id');
    if (typeof id !== 'string' || typeof index !== 'number') continue;
    const at = output[index];
    const actual = member(at, 'id');
    if (at !== undefined && (actual === undefined || actual === id)) continue;
    const where = `response.output[${index}]`;
    yield {
      expected: `the item ${id}, as its output_index says`,
      actual,
      where,
    };
  }
}
