import { gzipSync } from 'node:zlib';
import {
  relayBodyUnchanged,
  relayEncodedBody,
  relayNoCrossTalk,
  relayRefusalKept,
  relayTextUnchanged,
} from '../../../../src/conformance/rules/relay/answers.ts';
import { relayNoSplice } from '../../../../src/conformance/rules/relay/streams.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, callWithLongText, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const chatBody = (content: string) => answer({ choices: [{ index: 0, message: { content } }] });
const responseBody = (text: string) =>
  answer(
    { output: [{ content: [{ type: 'output_text', text }] }], output_text: text },
    { operation: 'responses' },
  );
const transcript = (text: string) => answer({ text }, { operation: 'transcription' });
const wrote = (written: string) => call({ answer: { text: written } });

ruleTable(relayBodyUnchanged, [
  { name: 'the same chat', evidence: relay([chatBody('  a\n')], [wrote('  a\n')]) },
  { name: 'the same response', evidence: relay([responseBody('a 🙂')], [wrote('a 🙂')]) },
  { name: 'the same transcript', evidence: relay([transcript('a b ')], [wrote('a b ')]) },
  {
    name: 'a chat without its white space',
    evidence: relay([chatBody('a')], [wrote(' a ')]),
    findings: [
      { expected: '" a " (3 characters)', actual: '"a" (1 characters)', where: 'the text' },
    ],
  },
  {
    name: 'a response without its last word',
    evidence: relay([responseBody('a ')], [wrote('a b')]),
    findings: [{ actual: '"a " (2 characters)' }],
  },
  {
    name: 'a transcript in another case',
    evidence: relay([transcript('A')], [wrote('a')]),
    findings: [{ actual: '"A" (1 characters)' }],
  },
  {
    name: 'a stream',
    evidence: relay([stream([event('[DONE]')])], [wrote('a')]),
    unverifiable: 'a request for one body',
  },
  {
    name: 'an image',
    evidence: relay([answer({ data: [] }, { operation: 'images' })], [wrote('a')]),
    unverifiable: 'a request for a text',
  },
  {
    name: 'a text that is too long to be kept',
    evidence: relay([chatBody('a')], [callWithLongText()]),
    unverifiable: 'a text of at most 1 MiB',
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 502 })], [wrote('a')]),
    unverifiable: 'a whole 2xx answer with one body',
  },
]);

const encodedChat = (content: string, headers: Readonly<Record<string, string>> = {}) =>
  answer({ choices: [{ message: { content } }] }, { headers });
const gzipped = (text: string) => call({ failure: 'gzip', answer: { text } });

function coded(content: string): Exchange {
  const exchange = encodedChat(content, { 'content-encoding': 'gzip' });
  const body = gzipSync(exchange.answer?.body ?? '');
  return exchange.answer === undefined
    ? exchange
    : { ...exchange, answer: { ...exchange.answer, body } };
}

ruleTable(relayEncodedBody, [
  { name: 'the same text', evidence: relay([encodedChat('é 🙂')], [gzipped('é 🙂')]) },
  {
    name: 'another text',
    evidence: relay([encodedChat('é')], [gzipped('é 🙂')]),
    findings: [{ actual: '"é" (1 characters)', where: 'the text' }],
  },
  {
    name: 'the same text in the coding that the answer states',
    evidence: relay([coded('é 🙂')], [gzipped('é 🙂')]),
  },
  {
    name: 'a plain text under the name of a coding',
    evidence: relay([encodedChat('é', { 'content-encoding': 'gzip' })], [gzipped('é')]),
    findings: [{ expected: 'a body in gzip', actual: 'other bytes' }],
  },
  {
    name: 'a coding that is not known',
    evidence: relay([encodedChat('é', { 'content-encoding': 'rot13' })], [gzipped('é')]),
    unverifiable: 'a coding that Assay knows: rot13',
  },
  {
    name: 'a text that is too long to be kept',
    evidence: relay([encodedChat('é')], [{ ...callWithLongText(), failure: 'gzip' }]),
    unverifiable: 'a text of at most 1 MiB',
  },
  {
    name: 'a plain answer of the upstream',
    evidence: relay([encodedChat('é')], [call()]),
    unverifiable: 'another answer of the upstream',
  },
]);

const [OWN, EARLIER, OTHER] = ['n3f9c2a71', 'n11112222', 'n99998888'];
const asked = { messages: [{ role: 'user', content: `About ${OWN}.` }] };
const answered = (content: string) =>
  answer({ choices: [{ message: { content } }] }, { sent: asked });
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
  { name: 'the own word', evidence: relay([answered(`${OWN} word1`)], [call()]) },
  { name: 'the own word in a stream', evidence: relay([chatStream(`${OWN} word1`)], [call()]) },
  { name: 'the own word in a transcription', evidence: relay([transcription(OWN)], [call()]) },
  {
    name: 'the word of an earlier turn, which the upstream got too,',
    evidence: relay([answered(`${EARLIER} word1`)], [call({ nonces: [EARLIER, OWN] })]),
  },
  {
    name: 'the own word, which did not reach the upstream,',
    evidence: relay([answered(`${OWN} word1`)], [call({ nonces: [] })]),
  },
  {
    name: 'the word of another request',
    evidence: relay([answered(`${OTHER} word1`)], [call()]),
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
    name: 'the word of another request in a transcription',
    evidence: relay([transcription(OTHER)], [call({ operation: 'transcription' })]),
    findings: [{ expected: OWN, actual: `${OTHER}, of another request` }],
  },
  {
    name: 'the word of another request in the second answer to one key',
    evidence: relay([answered(OWN), answered(OTHER)], [call()]),
    findings: [{ actual: `${OTHER}, of another request` }],
  },
  {
    name: 'a failure and an answer',
    evidence: relay([answer({}, { status: 500 }), answered(OWN)], [call()]),
  },
  {
    name: 'a failure',
    evidence: relay([answer({ error: { message: OTHER } }, { status: 500 })], [call()]),
    unverifiable: 'a whole 2xx answer that repeats a nonce',
  },
]);

const token = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const responseDelta = (text: string) => event({ type: 'response.output_text.delta', delta: text });
const cut = (text: string) => call({ outcome: 'failed', failure: 'rst-after', answer: { text } });
const whole = (text: string) => call({ answer: { text } });

const FIRST = 'one two ';
const SECOND = 'ten eleven twelve ';
const finding = { expected: 'the text of one upstream answer', actual: 'parts of 2' };

ruleTable(relayNoSplice, [
  {
    name: 'a stream that breaks off',
    evidence: relay([stream([token('one ')], { outcome: 'truncated' })], [cut(FIRST)]),
  },
  {
    name: 'a second attempt before the first token',
    evidence: relay(
      [stream([token('ten '), token('eleven twelve ')])],
      [cut(FIRST), whole(SECOND)],
    ),
  },
  {
    name: 'a second attempt that repeats the text',
    evidence: relay([stream([token('one two three ')])], [cut(FIRST), whole('one two three ')]),
  },
  {
    name: 'a second attempt that nothing of is passed on',
    evidence: relay([stream([token('one two ')])], [cut(FIRST), whole(SECOND)]),
  },
  {
    name: 'another answer behind the first',
    evidence: relay([stream([token('one '), token('ten eleven ')])], [cut(FIRST), whole(SECOND)]),
    findings: [{ ...finding, where: 'the joined text' }],
  },
  {
    name: 'another answer of a response behind the first',
    evidence: relay(
      [stream([responseDelta('one two '), responseDelta('twelve')], { operation: 'responses' })],
      [cut(FIRST), whole(SECOND)],
    ),
    findings: [finding],
  },
  {
    name: 'a failure in place of a stream',
    evidence: relay([answer({ error: {} }, { status: 502 })], [cut(FIRST), cut(SECOND)]),
  },
  {
    name: 'a failure without an answer',
    evidence: relay([answer({}, { outcome: 'reset', unanswered: true })], [cut(FIRST)]),
    unverifiable: 'needs an answer',
  },
  {
    name: 'an upstream that completed its stream',
    evidence: relay([stream([token(FIRST)])], [whole(FIRST)]),
    unverifiable: 'a stream that the upstream completed',
  },
]);

const refused = call({ answer: { refusal: 'I cannot.' } });
const refusing = (refusal: unknown) =>
  answer({ choices: [{ message: { content: null, refusal } }] });
const refusalDelta = (refusal: unknown, index = 0) =>
  event({ choices: [{ index, delta: { refusal } }] });
const refusingResponse = (...content: readonly unknown[]) =>
  answer({ output: [{ type: 'message', content }] }, { operation: 'responses' });
const responseStream = (...events: readonly object[]) =>
  stream(
    events.map((each) => event(each)),
    { operation: 'responses' },
  );

ruleTable(relayRefusalKept, [
  { name: 'the same in a chat', evidence: relay([refusing('I cannot.')], [refused]) },
  {
    name: 'the same in a chat stream, in parts beside another choice,',
    evidence: relay(
      [
        stream([
          refusalDelta('I '),
          refusalDelta('No.', 1),
          refusalDelta(null),
          refusalDelta('cannot.'),
          event('[DONE]'),
        ]),
      ],
      [refused],
    ),
  },
  {
    name: 'the same in a response',
    evidence: relay([refusingResponse({ type: 'refusal', refusal: 'I cannot.' })], [refused]),
  },
  {
    name: 'the same in the deltas of a response, with all of it once more,',
    evidence: relay(
      [
        responseStream(
          { type: 'response.refusal.delta', delta: 'I ' },
          { type: 'response.refusal.delta', delta: 'cannot.' },
          { type: 'response.refusal.done', refusal: 'I cannot.' },
        ),
      ],
      [refused],
    ),
  },
  {
    name: 'all of it at the end of a response',
    evidence: relay(
      [responseStream({ type: 'response.refusal.done', refusal: 'I cannot.' })],
      [refused],
    ),
  },
  {
    name: 'a chat without it',
    evidence: relay([refusing(undefined)], [refused]),
    findings: [
      {
        expected: '"I cannot." (9 characters)',
        actual: '"" (0 characters)',
        where: 'the refusal',
      },
    ],
  },
  {
    name: 'the refusal as text of a response',
    evidence: relay([refusingResponse({ type: 'output_text', text: 'I cannot.' })], [refused]),
    findings: [{ where: 'the refusal' }],
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500 })], [refused]),
    unverifiable: 'a whole 2xx answer',
  },
  {
    name: 'a model that answers',
    evidence: relay([refusing(null)], [call()]),
    unverifiable: 'an upstream that refuses',
  },
]);

const ASKED = { model: 'some-model', stream: true };
const delta = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const chatOf = (...pieces: readonly string[]) => stream([...pieces.map(delta), event('[DONE]')]);

ruleTable(relayTextUnchanged, [
  { name: 'the same text', evidence: relay([chatOf('Grüße ', '🙂')], [wrote('Grüße 🙂')]) },
  { name: 'other pieces', evidence: relay([chatOf('a b', ' c')], [wrote('a b c')]) },
  {
    name: 'a lost token',
    evidence: relay([chatOf('a ', 'c')], [wrote('a b c')]),
    findings: [
      {
        expected: '"a b c" (5 characters)',
        actual: '"a c" (3 characters)',
        where: 'the joined text',
      },
    ],
  },
  {
    name: 'a response in pieces',
    evidence: relay(
      [
        stream(
          ['a ', 'b'].map((part) => event({ type: 'response.output_text.delta', delta: part })),
          { operation: 'responses', sent: ASKED },
        ),
      ],
      [wrote('a c')],
    ),
    findings: [{ actual: '"a b" (3 characters)' }],
  },
  {
    name: 'the text of a second attempt',
    evidence: relay([chatOf('a')], [call({ outcome: 'failed' }), wrote('a')]),
  },
  {
    name: 'a stream that was cut',
    evidence: relay([stream([delta('a')], { outcome: 'truncated' })], [wrote('a b')]),
    unverifiable: 'a whole 2xx event stream',
  },
  {
    name: 'a text that is too long to be kept',
    evidence: relay([chatOf('a')], [callWithLongText()]),
    unverifiable: 'a text of at most 1 MiB',
  },
  {
    name: 'an answer in one body',
    evidence: relay([answer({}, { sent: { stream: false } })], [wrote('a')]),
    unverifiable: 'a request for a stream',
  },
]);
