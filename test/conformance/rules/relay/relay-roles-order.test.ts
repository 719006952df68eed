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

const CALLS = { role: 'assistant', name: 'n', tool_calls: [{ id: 'a', function: { name: 'f' } }] };
const RESULT = { role: 'tool', tool_call_id: 'a', name: null };
const MESSAGES = [CALLS, RESULT];
const saying = (messages: readonly object[]) => answer({}, { sent: { messages } });

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
  {
    name: 'the same members after instructions of the gateway',
    evidence: relay(
      [saying(MESSAGES)],
      [callWith({ messages: [{ role: 'system' }, ...MESSAGES] })],
    ),
  },
  {
    name: 'a result without the id of its call',
    evidence: relay([saying(MESSAGES)], [callWith({ messages: [CALLS, { role: 'tool' }] })]),
    findings: [
      {
        expected: '"a"',
        actual: 'absent',
        where: 'messages[1].tool_call_id of the upstream request',
      },
    ],
  },
  {
    name: 'a tool call with other arguments, and a name that is lost',
    evidence: relay(
      [saying(MESSAGES)],
      [callWith({ messages: [{ role: 'assistant', tool_calls: [{ id: 'a' }] }, RESULT] })],
    ),
    findings: [
      { actual: 'absent', where: 'messages[0].name of the upstream request' },
      { where: 'messages[0].tool_calls of the upstream request' },
    ],
  },
]);
