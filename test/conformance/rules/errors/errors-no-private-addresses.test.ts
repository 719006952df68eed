import { errorsNoPrivateAddresses } from '../../../../src/conformance/rules/errors/errors-no-private-addresses.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const failed = (message: string) => answer({ error: { message } }, { status: 502 });

ruleTable(errorsNoPrivateAddresses, [
  ...[
    'No such path at http://127.0.0.1:8080/no/such/path.',
    'The address 203.0.113.7 is over its limit.',
    'Version 10.2.3 of the API is not offered.',
    'An internal error, see https://internal.example.com/help.',
    'Use api.example.com:443 in place of localhost.',
  ].map((message) => ({ name: JSON.stringify(message), evidence: failed(message) })),
  ...[
    'http://10.20.0.17:8000/v1',
    '127.0.0.1:4000',
    '192.168.1.4',
    '172.20.3.9:11434',
    'localhost:11434',
    'vllm-0.models.svc.cluster.local:8000',
    'ip-10-0-3-4.ec2.internal',
    '[::1]:9000',
  ].map((address) => ({
    name: `a message with ${address}`,
    evidence: failed(`The upstream at ${address} did not answer.`),
    findings: [{ expected: 'no private address' }],
  })),
  {
    name: 'an address with a port of thousands of digits',
    evidence: failed(`10.1.2.3:${'1'.repeat(16_000)}a`),
    findings: [{ actual: '10.1.2.3' }],
  },
  {
    name: 'numbers that go on after an address',
    evidence: failed('Build 10.1.2.3..4 is not an address.'),
  },
  {
    name: 'a stream whose error has one',
    evidence: stream([event({ type: 'error', message: '10.1.2.3:80 is gone' })]),
    findings: [{ actual: '10.1.2.3:80' }],
  },
  {
    name: 'a 2xx answer with one',
    evidence: answer({ text: '10.1.2.3' }),
    unverifiable: 'a failure with a body',
  },
]);
