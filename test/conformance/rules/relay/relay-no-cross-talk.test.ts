import { relayNoCrossTalk } from '../../../../src/conformance/rules/relay/relay-no-cross-talk.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const [OWN, EARLIER, OTHER] = ['n3f9c2a71', 'n11112222', 'n99998888'];
const sent = { messages: [{ role: 'user', content: `About ${OWN}.` }] };
const chat = (content: string) => answer({ choices: [{ message: { content } }] }, { sent });
const chatStream = (content: string) =>
  stream([event({ choices: [{ index: 0, delta: { content } }] }), event('[DONE]')]);
const dialog = (content: string, earlier: string) =>
  answer(
    { choices: [{ message: { content } }] },
    {
      sent: {
        messages: [
          { role: 'user', content: `About ${EARLIER}.` },
          { role: 'assistant', content: earlier },
          { role: 'user', content: `About ${OWN}.` },
        ],
      },
    },
  );
const transcription = (text: string) => answer({ text }, { operation: 'transcription' });

ruleTable(relayNoCrossTalk, [
  { name: 'the own word', evidence: relay([chat(`${OWN} word1`)], [call()]) },
  { name: 'the own word in a stream', evidence: relay([chatStream(`${OWN} word1`)], [call()]) },
  { name: 'the own word in a transcription', evidence: relay([transcription(OWN)], [call()]) },
  {
    name: 'the word of an earlier turn, which the upstream got too,',
    evidence: relay([chat(`${EARLIER} word1`)], [call({ nonces: [EARLIER, OWN] })]),
  },
  {
    name: 'the own word, which did not reach the upstream,',
    evidence: relay([chat(`${OWN} word1`)], [call({ nonces: [] })]),
  },
  {
    name: 'the word of another request',
    evidence: relay([chat(`${OTHER} word1`)], [call()]),
    findings: [{ expected: OWN, actual: `${OTHER}, of another request` }],
  },
  {
    name: 'the word of an earlier answer, which the upstream wrote,',
    evidence: relay(
      [dialog(OTHER, EARLIER)],
      [call({ nonces: [EARLIER, OWN], answer: { text: OTHER } })],
    ),
  },
  {
    name: 'the word of another request, with another turn upstream,',
    evidence: relay([dialog('n77776666', EARLIER)], [call({ nonces: [OTHER, OWN] })]),
    findings: [{ expected: `${EARLIER}, ${OWN}`, actual: 'n77776666, of another request' }],
  },
  {
    name: 'the word of another request in a stream, beside the own one,',
    evidence: relay([chatStream(`${OWN} ${OTHER}`)], [call()]),
    findings: [{ actual: `${OTHER}, of another request` }],
  },
  {
    name: 'the word of another request in a transcription',
    evidence: relay([transcription(OTHER)], [call({ operation: 'transcription' })]),
    findings: [{ expected: OWN, actual: `${OTHER}, of another request` }],
  },
  {
    name: 'the word of another request in the second answer to one key',
    evidence: relay([chat(OWN), chat(OTHER)], [call()]),
    findings: [{ actual: `${OTHER}, of another request` }],
  },
  {
    name: 'a failure and an answer',
    evidence: relay([answer({}, { status: 500 }), chat(OWN)], [call()]),
  },
  {
    name: 'a failure',
    evidence: relay([answer({ error: { message: OTHER } }, { status: 500 })], [call()]),
    unverifiable: 'a whole 2xx answer that repeats a nonce',
  },
  {
    name: 'an answer without a word of any request',
    evidence: relay([chat('Hello.')], [call()]),
    unverifiable: 'a whole 2xx answer that repeats a nonce',
  },
  {
    name: 'no upstream request',
    evidence: relay([chat(OWN)], []),
    unverifiable: 'an upstream request with the nonce',
  },
]);
