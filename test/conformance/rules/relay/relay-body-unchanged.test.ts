import { relayBodyUnchanged } from '../../../../src/conformance/rules/relay/relay-body-unchanged.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, callWithLongText, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const chat = (content: string) => answer({ choices: [{ index: 0, message: { content } }] });
const response = (text: string) =>
  answer(
    { output: [{ content: [{ type: 'output_text', text }] }], output_text: text },
    { operation: 'responses' },
  );
const transcript = (text: string) => answer({ text }, { operation: 'transcription' });
const [EARLIER, LAST, OTHER] = ['n11112222', 'n3f9c2a71', 'n99998888'];
const turns = (content: string) =>
  answer(
    { choices: [{ index: 0, message: { content } }] },
    { sent: { messages: [EARLIER, LAST] } },
  );
const text = (written: string) => call({ answer: { text: written } });

ruleTable(relayBodyUnchanged, [
  { name: 'the same chat', evidence: relay([chat('  a\n')], [text('  a\n')]) },
  { name: 'the same response', evidence: relay([response('a 🙂')], [text('a 🙂')]) },
  { name: 'the same transcript', evidence: relay([transcript('a b ')], [text('a b ')]) },
  {
    name: 'a chat without its white space',
    evidence: relay([chat('a')], [text(' a ')]),
    findings: [
      { expected: '" a " (3 characters)', actual: '"a" (1 characters)', where: 'the text' },
    ],
  },
  {
    name: 'a response without its last word',
    evidence: relay([response('a ')], [text('a b')]),
    findings: [{ actual: '"a " (2 characters)' }],
  },
  {
    name: 'a transcript in another case',
    evidence: relay([transcript('A')], [text('a')]),
    findings: [{ actual: '"A" (1 characters)' }],
  },
  {
    name: 'a chat without a text',
    evidence: relay([answer({ choices: [] })], [text('a')]),
    findings: [{ actual: '"" (0 characters)' }],
  },
  {
    name: 'a stream',
    evidence: relay([stream([event('[DONE]')])], [text('a')]),
    unverifiable: 'a request for one body',
  },
  {
    name: 'an image',
    evidence: relay([answer({ data: [] }, { operation: 'images' })], [text('a')]),
    unverifiable: 'a request for a text',
  },
  {
    name: 'a text that is too long to be kept',
    evidence: relay([chat('a')], [callWithLongText()]),
    unverifiable: 'a text of at most 1 MiB',
  },
  {
    name: 'the answer to an earlier turn in place of that to the last',
    evidence: relay([turns(EARLIER)], [call({ nonces: [EARLIER, LAST], answer: { text: LAST } })]),
    findings: [{ where: 'the text' }],
  },
  {
    name: 'an answer without its words',
    evidence: relay([turns('a')], [call({ nonces: [OTHER, LAST], answer: { text: OTHER } })]),
    findings: [{ where: 'the text' }],
  },
  {
    name: 'an answer with words that the upstream did not write',
    evidence: relay([turns(LAST)], [call({ nonces: [OTHER, LAST], answer: { text: 'a' } })]),
    findings: [{ where: 'the text' }],
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 502 })], [text('a')]),
    unverifiable: 'a whole 2xx answer with one body',
  },
]);
