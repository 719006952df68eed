import { UNKNOWN_MEMBER } from '../../../../src/conformance/probes/relayed-members.ts';
import { relayUnknownMember } from '../../../../src/conformance/rules/relay/relay-unknown-member.ts';
import { answer } from '../exchanges.ts';
import { callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const sent = { [UNKNOWN_MEMBER]: 'n1' };
const where = `${UNKNOWN_MEMBER} of the upstream request`;

ruleTable(relayUnknownMember, [
  { name: 'the member', evidence: relay([answer({}, { sent })], [callWith(sent)]) },
  {
    name: 'no member',
    evidence: relay([answer({}, { sent })], [callWith({})]),
    findings: [{ expected: 'n1', actual: 'absent', where }],
  },
  {
    name: 'a refusal',
    evidence: relay([answer({}, { sent, status: 400 })], []),
    unverifiable: 'a 2xx answer',
  },
  {
    name: 'a chat without such a member',
    evidence: relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    unverifiable: 'a request with an unknown field',
  },
]);
