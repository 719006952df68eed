import { chatChunks } from '../../../answers/chat-chunks.ts';
import { member, objectsIn } from '../../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../../answers/narrow.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedFinishes } from '../../probes/relayed-finishes.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** An answer that was cut at its limit, or filtered, is taken for a whole one. */
export const relayFinishReasonKept: JudgeRule<'relay'> = {
  id: 'relay-finish-reason-kept',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI API reference, the chat completion object',
  statement: 'The finish_reason of a chat is the one that the upstream stated.',
  provenBy: 'relay-finish-always-stop',
  evidence: 'relay',
  operations: ['chat'],
  needs: ['upstream'],
  fromTraffic: true,
  probe: relayedFinishes,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const reply = exchange && narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const expected = needServingCall(relay).answer.finishReason;
    need(expected !== undefined, 'an upstream that states a finish_reason');
    const actual = finishOf(reply) ?? 'absent';
    if (actual === expected) return;
    yield { expected, actual, where: 'finish_reason', exchange };
  },
};

function finishOf(reply: Answer | Stream): unknown {
  if (reply.form === 'body') {
    return objectsIn(member(reply.json, 'choices'))[0]?.finish_reason;
  }
  return chatChunks(reply)
    .flatMap(({ choices }) => choices)
    .findLast(({ finishReason }) => typeof finishReason === 'string')?.finishReason;
}
