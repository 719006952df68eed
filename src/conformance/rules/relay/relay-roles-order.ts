import { type JsonObject, objectsIn } from '../../../answers/json.ts';
import { needBothRequests } from '../../findings/upstream-request.ts';
import { relayedMembers } from '../../probes/relayed-members.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** A model that gets its instructions as the words of the user, or an answer as a question, obeys others. */
export const relayRolesOrder: JudgeRule<'relay'> = {
  id: 'relay-roles-order',
  level: 'must',
  provenance: 'assumed',
  source: 'fidelity: roles decide who is obeyed',
  statement: 'Messages reach the upstream in their number, their order and their roles.',
  provenBy: 'relay-merge-roles',
  evidence: 'relay',
  operations: ['chat'],
  needs: ['upstream'],
  fromTraffic: true,
  probe: relayedMembers,

  *judge(relay) {
    const { exchange, sent, call, upstream } = needBothRequests(relay);
    const roles = rolesOf(sent);
    concerns(roles.length > 1, 'a chat of several messages');
    need(call.operation === 'chat', 'an upstream request for a chat');
    const arrived = rolesOf(upstream);
    if (isSame(roles, arrived)) return;
    const [expected, actual] = [roles, arrived].map((each) => each.join(', '));
    yield { expected: `${expected}`, actual, where: 'roles of the upstream request', exchange };
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
