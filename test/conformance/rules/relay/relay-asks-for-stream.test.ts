import { relayAsksForStream } from '../../../../src/conformance/rules/relay/relay-asks-for-stream.ts';
import { answer, stream } from '../exchanges.ts';
import { callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const turns = (...messages: readonly string[]) => ({ stream: true, messages });
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
    name: 'an upstream request without an earlier turn',
    evidence: relay(
      [stream([], { sent: turns('n11112222', 'n3f9c2a71') })],
      [callWith({ stream: false }, { nonces: ['n3f9c2a71'] })],
    ),
    findings: [{ actual: false }],
  },
  {
    name: 'an upstream request with an earlier turn that the gateway added',
    evidence: relay(
      [stream([], { sent: turns('n3f9c2a71') })],
      [callWith({ stream: false }, { nonces: ['n11112222', 'n3f9c2a71'] })],
    ),
    findings: [{ actual: false }],
  },
  {
    name: 'a request for one body',
    evidence: relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    unverifiable: 'a request for a stream',
  },
]);
