import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../answers/json.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import { needBothRequests } from '../../findings/upstream-request.ts';
import { PARAMETERS, relayedMembers } from '../../probes/relayed-members.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** Other names of a parameter, of newer versions of the interface. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['max_completion_tokens'],
};

/** A parameter that is lost on the way changes the answer, and the caller believes that it was applied. */
export const relayParametersKept: JudgeRule<'relay'> = {
  id: 'relay-parameters-kept',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI API reference, create chat completion',
  statement:
    'temperature, top_p, max_tokens, stop, seed, tools, tool_choice and response_format reach the upstream with the values of the caller, or the caller is refused.',
  provenBy: 'relay-drop-temperature',
  evidence: 'relay',
  operations: ['chat'],
  needs: ['upstream'],
  fromTraffic: true,
  probe: relayedMembers,

  *judge(relay) {
    const [asked] = relay.exchanges;
    need(asked && isSuccess(asked.answer), 'a 2xx answer');
    const { exchange, sent, call, upstream } = needBothRequests(relay);
    const names = Object.keys(PARAMETERS).filter((name) => sent[name] !== undefined);
    concerns(names.length > 0, 'a chat with parameters');
    need(call.operation === 'chat', 'an upstream request for a chat');
    for (const name of names) {
      const actual = parameter(upstream, name);
      if (agrees(sent[name], actual)) continue;
      const expected = JSON.stringify(sent[name]);
      const where = `${name} of the upstream request`;
      yield { expected, actual: actual ?? 'absent', where, exchange };
    }
  },
};

function parameter(body: JsonObject, name: string): unknown {
  const names = [name, ...(OTHER_NAMES[name] ?? [])];
  return names.map((each) => body[each]).find((value) => value !== undefined);
}

/** A gateway may add members to an object, such as a default, and write one stop as a text. */
function agrees(sent: unknown, arrived: unknown): boolean {
  if (Array.isArray(sent)) {
    const items: readonly unknown[] = Array.isArray(arrived) ? arrived : [arrived];
    return items.length === sent.length && sent.every((item, at) => agrees(item, items[at]));
  }
  if (!isJsonObject(sent)) return isDeepStrictEqual(sent, arrived);
  return (
    isJsonObject(arrived) && Object.keys(sent).every((name) => agrees(sent[name], arrived[name]))
  );
}
