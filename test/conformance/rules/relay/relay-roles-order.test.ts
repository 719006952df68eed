import { relayRolesOrder } from '../../../../src/conformance/rules/relay/relay-roles-order.ts';
import { answer } from '../exchanges.ts';
import { callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const ROLES = ['system', 'user', 'assistant', 'user'];
const chat = (...roles: readonly string[]) => ({
  messages: roles.map((role) => ({ role, content: role })),
});
const asked = answer({}, { sent: chat(...ROLES) });
const where = 'roles of the upstream request';

ruleTable(relayRolesOrder, [
  { name: 'the same roles', evidence: relay([asked], [callWith(chat(...ROLES))]) },
  {
    name: 'a developer in place of the system',
    evidence: relay([asked], [callWith(chat('developer', ...ROLES.slice(1)))]),
  },
  {
    name: 'instructions of the gateway before those of the caller',
    evidence: relay([asked], [callWith(chat('system', ...ROLES))]),
  },
  {
    name: 'one message of the user',
    evidence: relay([asked], [callWith(chat('user'))]),
    findings: [{ expected: 'system, user, assistant, user', actual: 'user', where }],
  },
  {
    name: 'another order',
    evidence: relay([asked], [callWith(chat('system', 'assistant', 'user', 'user'))]),
    findings: [{ where }],
  },
  {
    name: 'a message of the gateway as the words of the user',
    evidence: relay([asked], [callWith(chat('user', ...ROLES))]),
    findings: [{ where }],
  },
  {
    name: 'one message',
    evidence: relay([answer({}, { sent: chat('user') })], [callWith(chat('user'))]),
    unverifiable: 'a chat of several messages',
  },
  {
    name: 'a chat that became a response',
    evidence: relay([asked], [callWith({ input: [] }, { operation: 'responses' })]),
    unverifiable: 'an upstream request for a chat',
  },
]);
