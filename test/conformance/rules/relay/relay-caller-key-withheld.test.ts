import { relayCallerKeyWithheld } from '../../../../src/conformance/rules/relay/relay-caller-key-withheld.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const finding = { expected: 'no API key of a caller upstream' };
const body = (text: string) => call({ request: { body: Buffer.from(text) } });

ruleTable(relayCallerKeyWithheld, [
  {
    name: 'the key of the gateway',
    evidence: relay(
      [answer({})],
      [call({ request: { headers: [['authorization', 'Bearer sha256:0011223344556677']] } })],
    ),
  },
  { name: 'a digest of the key', evidence: relay([answer({})], [body('[sha256 of API key 1]')]) },
  {
    name: 'the key in a header',
    evidence: relay(
      [answer({})],
      [call(), call({ request: { headers: [['x-caller', 'Bearer [API key 1]']] } })],
    ),
    findings: [{ ...finding, where: 'header x-caller of the upstream request' }],
  },
  {
    name: 'a part of the key of another tenant in the body',
    evidence: relay([answer({})], [body('{"user":"[part of API key 2]"}')]),
    findings: [{ ...finding, where: 'body of the upstream request' }],
  },
  {
    name: 'the key in base64 in the query',
    evidence: relay([answer({})], [call({ request: { path: '/v1/x?k=[base64 of API key 1]' } })]),
    findings: [{ ...finding, where: 'path of the upstream request' }],
  },
  {
    name: 'no upstream request',
    evidence: relay([answer({})], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);
