import { chatChunks } from '../../../answers/chat-chunks.ts';
import { isJsonObject, type JsonObject, member } from '../../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../../answers/narrow.ts';
import { responseBody } from '../../../answers/reply.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { needServingCall } from '../../findings/upstream-calls.ts';
import { relayedUsage } from '../../probes/relay/answers.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** A video job states none. */
const WITH_USAGE = ['chat', 'responses', 'images', 'transcription'] as const;

/** Chat names and those of all others: a gateway may translate between the two. */
const COUNTS = [
  ['prompt_tokens', 'input_tokens'],
  ['completion_tokens', 'output_tokens'],
  ['total_tokens', 'total_tokens'],
] as const;

/** Parts of those, which have prices of their own. */
const DETAILS = [
  ['prompt_tokens_details', 'input_tokens_details'],
  ['completion_tokens_details', 'output_tokens_details'],
] as const;

/** Callers are billed by usage: with figures of the gateway, the bill is wrong. */
export const relayUsageUnchanged: JudgeRule<'relay'> = {
  id: 'relay-usage-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'billing: usage is what the provider counted',
  statement: 'The usage that a caller sees is the usage that the upstream stated.',
  provenBy: 'relay-usage-estimated',
  evidence: 'relay',
  operations: WITH_USAGE,
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedUsage,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    concerns(exchange && statesUsage(exchange), 'an answer with a text or an image');
    const reply = narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const stated = needServingCall(relay).answer.usage;
    need(isJsonObject(stated), 'an upstream that states usage');
    const shown = usageOf(reply);
    need(shown, 'an answer with usage');
    for (const names of COUNTS) {
      const [expected, actual] = [stated, shown].map((usage) => countOf(usage, names));
      if (expected === undefined || expected === actual) continue;
      const [chat, other] = names;
      const name = exchange.operation === 'chat' ? chat : other;
      yield { expected: `${expected}`, actual, where: `usage.${name}`, exchange };
    }
    for (const names of DETAILS) {
      const [expected, actual] = [stated, shown].map((usage) => countOf(usage, names));
      if (!isJsonObject(expected) || !isJsonObject(actual)) continue;
      for (const [name, count] of Object.entries(actual)) {
        // A gateway may omit what it does not know, or add a zero.
        if (expected[name] === undefined || expected[name] === count) continue;
        const where = `usage, ${name} of the details`;
        yield { expected: `${String(expected[name])}`, actual: count, where, exchange };
      }
    }
  },
};

function statesUsage({ operation }: Exchange): boolean {
  return WITH_USAGE.some((each) => each === operation);
}

function usageOf(reply: Answer | Stream): JsonObject | undefined {
  const usage = isOfChatStream(reply)
    ? chatChunks(reply).findLast(({ json }) => isJsonObject(json.usage))?.json.usage
    : member(responseBody(reply), 'usage');
  return isJsonObject(usage) ? usage : undefined;
}

function isOfChatStream(reply: Answer | Stream): reply is Stream {
  return reply.form === 'stream' && reply.exchange.operation === 'chat';
}

function countOf(usage: JsonObject, names: readonly string[]): unknown {
  return names.map((name) => usage[name]).find((count) => count !== undefined);
}
