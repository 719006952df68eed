import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, member, objectsIn } from '../../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../../answers/narrow.ts';
import { replyText, responseBody } from '../../../answers/reply.ts';
import { textDifference } from '../../findings/differences.ts';
import { needOwnAnswer } from '../../findings/foreign-answer.ts';
import { twinResponses } from '../../probes/responses-stream.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Users who turn on streaming get another answer, or another bill, than those who do not. */
export const responsesStreamEqualsSync: JudgeRule<'series'> = {
  id: 'responses-stream-equals-sync',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Endpoints rule 1 ("either as one synchronous body or as a stream")',
  statement:
    'A streamed response has the same text, model, item types and usage as the response in one body.',
  provenBy: 'rst-drop-one-delta',
  evidence: 'series',
  operations: ['responses'],
  needs: ['echoing-model'],
  probe: twinResponses,

  *judge({ exchanges }, expect) {
    const replies = exchanges.map((exchange) => narrow('reply', exchange));
    const [body, stream] = replies;
    need(body?.form === 'body' && stream?.form === 'stream', 'one body and one whole stream');
    needOwnAnswer(body);
    needOwnAnswer(stream);
    const [whole, streamed] = [responseBody(body), responseBody(stream)];
    need(whole && streamed, 'a response in one body and as a stream');

    for (const [where, read] of Object.entries(compared(expect.usageNames.responses))) {
      const [wanted, actual] = [read(whole), read(streamed)];
      if (isDeepStrictEqual(wanted ?? null, actual ?? null)) continue;
      yield {
        expected: JSON.stringify(wanted) ?? 'absent',
        actual,
        where,
        exchange: stream.exchange,
      };
    }
    yield* differentText(body, stream);
  },
};

function compared(usageNames: readonly string[]) {
  return {
    model: ({ model }: JsonObject) => model,
    'output, types': ({ output }: JsonObject) => objectsIn(output).map(({ type }) => type ?? null),
    usage: ({ usage }: JsonObject) => usageNames.map((name) => member(usage, name) ?? null),
  };
}

function* differentText(body: Answer, stream: Stream): Iterable<Finding> {
  const difference = textDifference(replyText(body) ?? '', replyText(stream) ?? '');
  if (difference) yield { ...difference, where: 'deltas joined', exchange: stream.exchange };
}
