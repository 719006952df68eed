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
    name: 'the text of the model',
    evidence: answer({
      choices: [{ message: { content: '10.2.3.4:8000' } }],
      output_text: '10.2.3.4:8000',
    }),
  },
  {
    name: 'a delta of the model',
    evidence: stream([event({ choices: [{ delta: { content: '10.2.3.4:8000' } }] })]),
  },
  {
    name: 'an extra member of a good answer',
    evidence: answer({ choices: [], route: { to: ['10.2.3.4:8000'] } }),
    findings: [{ actual: '10.2.3.4:8000', where: 'member to' }],
  },
  {
    name: 'an extra member of an event of a good stream',
    evidence: stream([event({ choices: [] }), event({ route: '10.2.3.4:8000' })]),
    findings: [{ actual: '10.2.3.4:8000', where: 'member route' }],
  },
  {
    name: 'a header of a good answer',
    evidence: answer({}, { headers: { 'x-route': '10.2.3.4:8000' } }),
    findings: [{ actual: '10.2.3.4:8000', where: 'header x-route' }],
  },
  {
    name: 'a cookie of the caller',
    evidence: answer({}, { headers: { 'set-cookie': 'at=10.2.3.4:8000' } }),
  },
  {
    name: 'what the caller sent',
    evidence: answer({ tag: '10.2.3.4:8000' }, { sent: { tag: '10.2.3.4:8000' } }),
  },
]);
