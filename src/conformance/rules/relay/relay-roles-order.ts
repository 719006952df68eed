import { type JsonObject, objectsIn } from '../../../answers/json.ts';
import { isKept } from '../../findings/kept-members.ts';
import { needBothRequests } from '../../findings/upstream-request.ts';
import { relayedMembers } from '../../probes/relayed-members.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** What a message has besides its role and its text. */
const MEMBERS = ['name', 'tool_calls', 'tool_call_id'];

/**
 * A model that gets its instructions as the words of a user, or an answer as a question, follows
 * the wrong text.
 */
export const relayRolesOrder: JudgeRule<'relay'> = {
  id: 'relay-roles-order',
  level: 'must',
  provenance: 'assumed',
  source: 'fidelity: roles decide who is obeyed',
  statement: 'All messages reach the upstream in order, with their roles, tool calls and names.',
  provenBy: 'relay-merge-roles',
  evidence: 'relay',
  operations: ['chat'],
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedMembers,

  *judge(relay) {
    const { exchange, sent, call, upstream } = needBothRequests(relay);
    const roles = rolesOf(sent);
    concerns(roles.length > 1, 'a chat of several messages');
    need(call.operation === 'chat', 'an upstream request for a chat');
    const arrived = rolesOf(upstream);
    if (!isSame(roles, arrived)) {
      const [expected, actual] = [roles, arrived].map((each) => each.join(', '));
      yield { expected: `${expected}`, actual, where: 'roles of the upstream request', exchange };
      return;
    }
    const own = arrived.length - roles.length;
    const messages = objectsIn(upstream.messages);
    for (const [index, message] of objectsIn(sent.messages).entries()) {
      const other = messages[own + index];
      for (const name of MEMBERS.filter((each) => (message[each] ?? null) !== null)) {
        const actual = other?.[name];
        if (isKept(message[name], actual)) continue;
        const where = `messages[${own + index}].${name} of the upstream request`;
        yield { expected: JSON.stringify(message[name]), actual, where, exchange };
      }
    }
  },
};

/** A provider may call the system the developer. */
function rolesOf({ messages }: JsonObject): readonly string[] {
  return objectsIn(messages).map(({ role }) => (role === 'developer' ? 'system' : String(role)));
}

/** A gateway may put instructions of its own before those of the caller. */
function isSame(roles: readonly string[], arrived: readonly string[]): boolean {
  const own = arrived.length - roles.length;
  if (own < 0 || arrived.slice(0, own).some((role) => role !== 'system')) return false;
  return roles.every((role, index) => arrived[own + index] === role);
}
