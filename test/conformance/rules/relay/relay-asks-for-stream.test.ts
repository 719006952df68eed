import { relayAsksForStream } from '../../../../src/conformance/rules/relay/relay-asks-for-stream.ts';
import { answer, stream } from '../exchanges.ts';
import { callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const where = 'stream of the upstream request';

ruleTable(relayAsksForStream, [
  { name: 'a stream of the upstream', evidence: relay([stream([])], [callWith({ stream: true })]) },
  {
    name: 'no stream of the upstream',
    evidence: relay([stream([])], [callWith({ stream: false })]),
    findings: [{ expected: 'true', actual: false, where }],
  },
  {
    name: 'no switch for a stream',
    evidence: relay([stream([])], [callWith({ model: 'm' })]),
    findings: [{ expected: 'true', actual: 'absent', where }],
  },
  {
    name: 'a request for one body',
    evidence: relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    unverifiable: 'a request for a stream',
  },
]);
