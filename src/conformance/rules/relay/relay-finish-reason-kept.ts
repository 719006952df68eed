import { chatChunks } from '../../../answers/chat-chunks.ts';
import { isJsonObject, member, objectsIn } from '../../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../../answers/narrow.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedFinishes } from '../../probes/relay/answers.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** An answer that was cut at its limit, or filtered, is taken for a whole one. */
export const relayFinishReasonKept: JudgeRule<'relay'> = {
  id: 'relay-finish-reason-kept',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI API reference, the chat completion object and the response object',
  statement:
    'The finish_reason of a chat, and the status of a response, is the one that the upstream stated.',
  provenBy: 'relay-finish-always-stop',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  alsoFrom: ['traffic', 'every probe'],
  probe: relayedFinishes,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    concerns(exchange?.operation === 'chat' || exchange?.operation === 'responses', 'a text');
    const reply = narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const call = needServingCall(relay);
    // What it meant to state may not have been sent.
    concerns(call.failure === undefined, 'an upstream answer without a failure');
    need(call.operation === exchange.operation, 'an upstream request of the same kind');
    const expected = call.answer.finishReason;
    need(expected !== undefined, 'an upstream that states a finish_reason');
    const actual = finishOf(reply);
    if (actual === expected) return;
    yield {
      expected,
      actual,
      where: exchange.operation === 'chat' ? 'finish_reason' : 'status',
      exchange,
    };
  },
};

function finishOf(reply: Answer | Stream): unknown {
  if (reply.exchange.operation === 'responses') return statusOf(reply);
  if (reply.form === 'body') {
    return objectsIn(member(reply.json, 'choices'))[0]?.finish_reason;
  }
  return chatChunks(reply)
    .flatMap(({ choices }) => choices)
    .findLast(({ finishReason }) => typeof finishReason === 'string')?.finishReason;
}

/** The status of a response: in a stream that of its last event. */
function statusOf(reply: Answer | Stream): unknown {
  if (reply.form === 'body') return member(reply.json, 'status');
  const last = responseEvents(reply).findLast(({ json }) => isJsonObject(json.response));
  return member(last?.json.response, 'status');
}
