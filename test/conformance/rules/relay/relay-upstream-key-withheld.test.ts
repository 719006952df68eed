import { createHash } from 'node:crypto';
import { relayUpstreamKeyWithheld } from '../../../../src/conformance/rules/relay/relay-upstream-key-withheld.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const KEY = 'sk-of-the-gateway-5f3a9c2b';
const DIGEST = createHash('sha256').update(KEY).digest('hex').slice(0, 16);

const refused = call({
  request: { headers: [['authorization', `Bearer sha256:${DIGEST}`]] },
  answer: { status: 401 },
});
const failure = (message: string) => answer({ error: { message } }, { status: 401 });
const finding = { expected: 'no key of the gateway', actual: 'its key at the upstream' };

ruleTable(relayUpstreamKeyWithheld, [
  { name: 'a message without it', evidence: relay([failure('The provider failed.')], [refused]) },
  {
    name: 'a masked key',
    evidence: relay([failure('Incorrect API key: sk-of-t***9c2b.')], [refused]),
  },
  {
    name: 'the key in a message',
    evidence: relay([failure(`n3f9c2a71 refused ${KEY} .`)], [refused]),
    findings: [{ ...finding, where: 'the error' }],
  },
  {
    name: 'the key at the end of a sentence, in quotes',
    evidence: relay([failure(`It said "the key is ${KEY}."`)], [refused]),
    findings: [finding],
  },
  {
    name: 'the key in a header',
    evidence: relay(
      [answer({}, { status: 500, headers: { 'x-echoed-key': KEY, 'x-again': KEY } })],
      [refused],
    ),
    findings: [{ ...finding, where: 'header x-echoed-key' }],
  },
  {
    name: 'the key in a header of a good answer, after one without',
    evidence: relay(
      [answer({}), answer({}, { headers: { 'x-provider': `Bearer ${KEY}` } })],
      [refused],
    ),
    findings: [{ ...finding, where: 'header x-provider' }],
  },
  {
    name: 'the key in an error event',
    evidence: relay([stream([event({ error: { message: `Failed: ${KEY}` } })])], [refused]),
    findings: [{ ...finding, where: 'the error' }],
  },
  {
    name: 'the key in the header of an answer that broke off before its body',
    evidence: relay(
      [answer('', { outcome: 'truncated', headers: { 'x-echoed-key': KEY } })],
      [call({ request: { headers: [['x-api-key', `sha256:${DIGEST}`]] } })],
    ),
    findings: [{ where: 'header x-echoed-key' }],
  },
  {
    name: 'the key in the text of a good answer, which is the text of the model',
    evidence: relay([answer({ choices: [{ message: { content: KEY } }] })], [refused]),
  },
  {
    name: 'a gateway without a key',
    evidence: relay([failure(KEY)], [call()]),
    unverifiable: 'an upstream request with a key of the gateway',
  },
  {
    name: 'no answer',
    evidence: relay([answer({}, { outcome: 'reset', unanswered: true })], [refused]),
    unverifiable: 'needs an answer',
  },
]);
