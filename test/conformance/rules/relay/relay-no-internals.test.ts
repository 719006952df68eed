import { relayNoInternals } from '../../../../src/conformance/rules/relay/relay-no-internals.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const address = '127.0.0.1:9000';
const says = (message: string, status = 502) => answer({ error: { message } }, { status });
const refused = (message: string) => relay([says(message)], [], { address });
const knownAs = (host: string, message: string) =>
  relay([says(message)], [call({ request: { headers: [['host', host]] } })]);
const finding = { expected: 'no address of the upstream', actual: address, where: 'the error' };

ruleTable(relayNoInternals, [
  { name: 'a message without it', evidence: refused('The provider is not available.') },
  {
    name: 'the address in a message',
    evidence: refused('connect ECONNREFUSED 127.0.0.1:9000'),
    findings: [finding],
  },
  {
    name: 'its host and its port apart',
    evidence: refused("HTTPConnectionPool(host='127.0.0.1', port=9000): Connection refused"),
    findings: [finding],
  },
  {
    name: 'two longer addresses that contain it',
    evidence: refused('2127.0.0.1:9000 and 127.0.0.1:90001'),
  },
  {
    name: 'the address in two headers',
    evidence: relay(
      [answer({}, { status: 500, headers: { location: `http://${address}/v1`, via: address } })],
      [],
      { address },
    ),
    findings: [{ ...finding, where: 'header location' }],
  },
  {
    name: 'the address in an error event, and then in an error',
    evidence: relay([stream([event({ error: { message: address } })]), says(address)], [], {
      address,
    }),
    findings: [finding],
  },
  {
    name: 'the address in the second of two failures',
    evidence: relay([says('No.'), says(address)], [], { address }),
    findings: [finding],
  },
  {
    name: 'a name by which the gateway knows the upstream',
    evidence: knownAs('provider.internal:9000', 'No route to provider.internal:9000'),
    findings: [{ actual: 'provider.internal:9000' }],
  },
  {
    name: 'a name without a port in a URL',
    evidence: knownAs('provider', 'POST http://provider/v1/chat/completions failed'),
    findings: [{ actual: 'provider' }],
  },
  {
    name: 'a name that is an ordinary word of the message',
    evidence: knownAs('provider', 'The provider failed; see https://provider.example.com/status.'),
  },
  {
    name: 'the address of the gateway itself, which it sends upstream as that of the caller',
    evidence: relay(
      [says('See http://127.0.0.1:8080/docs.')],
      [call({ request: { headers: [['host', '127.0.0.1:8080']] } })],
      { address },
    ),
  },
  {
    name: 'the address in the text of the model',
    evidence: relay([answer({ choices: [{ message: { content: address } }] })], [], { address }),
    unverifiable: 'a failure with an answer',
  },
  {
    name: 'no answer',
    evidence: relay([answer({}, { outcome: 'reset', unanswered: true })], [], { address }),
    unverifiable: 'a failure with an answer',
  },
  {
    name: 'an upstream whose address is not known',
    evidence: relay([says(address)], [call()]),
    unverifiable: 'the address of the upstream',
  },
]);
