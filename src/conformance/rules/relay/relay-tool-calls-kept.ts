import { member, objectsIn } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { toolCalls } from '../../../answers/tool-calls.ts';
import { textDifference } from '../../findings/differences.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedToolCalls } from '../../probes/relay/tool-calls.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A tool is called with the arguments of another one, or with a text that is not JSON. */
export const relayToolCallsKept: JudgeRule<'relay'> = {
  id: 'relay-tool-calls-kept',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI API reference, function calling: a client joins the parts of a call by its index',
  statement: 'Each tool call of the upstream arrives with its id, name and arguments.',
  provenBy: 'relay-tool-index-zero',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: relayedToolCalls,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const reply = exchange && narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const sent = objectsIn(needServingCall(relay).answer.toolCalls);
    need(sent.length > 0, 'an upstream that calls a tool');
    const arrived = toolCalls(reply);
    if (arrived.length !== sent.length) {
      yield {
        expected: `tool calls: ${sent.length}`,
        actual: `tool calls: ${arrived.length}`,
        exchange,
      };
      return;
    }
    for (const [at, call] of arrived.entries()) {
      for (const part of ['id', 'name', 'arguments'] as const) {
        const difference = textDifference(String(member(sent[at], part)), call[part]);
        if (difference) yield { ...difference, where: `tool call ${at + 1}, ${part}`, exchange };
      }
    }
  },
};
