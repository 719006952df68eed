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
import { form } from '../transcription/transcripts.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const chatBody = (content: string) => answer({ choices: [{ index: 0, message: { content } }] });
const responseBody = (text: string) =>
  answer(
    { output: [{ content: [{ type: 'output_text', text }] }], output_text: text },
    { operation: 'responses' },
  );
const transcript = (text: string) => answer({ text }, { operation: 'transcription' });
const AS_SRT = { body: form('some-model', [['response_format', 'srt']]) };
const subtitles = (text: string) =>
  answer(text, { operation: 'transcription', request: AS_SRT, type: 'text/plain' });
const wrote = (written: string) => call({ answer: { text: written } });

ruleTable(relayBodyUnchanged, [
  passes('the same chat', relay([chatBody('  a\n')], [wrote('  a\n')])),
  passes('the same response', relay([responseBody('a 🙂')], [wrote('a 🙂')])),
  passes('the same transcript', relay([transcript('a b ')], [wrote('a b ')])),
  passes('the same subtitles', relay([subtitles('1\n\na ')], [wrote('1\n\na ')])),
  finds('subtitles in JSON', relay([subtitles('{"text":"a"}')], [wrote('a')]), {
    actual: '"{\\"text\\":\\"a\\"}" (12 characters)',
  }),
  finds('a chat without its white space', relay([chatBody('a')], [wrote(' a ')]), {
    expected: '" a " (3 characters)',
    actual: '"a" (1 characters)',
    where: 'the text',
  }),
  finds('a response without its last word', relay([responseBody('a ')], [wrote('a b')]), {
    actual: '"a " (2 characters)',
  }),
  finds('a transcript in another case', relay([transcript('A')], [wrote('a')]), {
    actual: '"A" (1 characters)',
  }),
  unverified(
    'a stream',
    relay([stream([event('[DONE]')])], [wrote('a')]),
    'a request for one body',
  ),
  unverified(
    'an image',
    relay([answer({ data: [] }, { operation: 'images' })], [wrote('a')]),
    'a request for a text',
  ),
  unverified(
    'a text that is too long to be kept',
    relay([chatBody('a')], [callWithLongText()]),
    'a text of at most 1 MiB',
  ),
  unverified(
    'a failure',
    relay([answer({}, { status: 502 })], [wrote('a')]),
    'a whole 2xx answer with one body',
  ),
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
  passes('the same text', relay([encodedChat('é 🙂')], [gzipped('é 🙂')])),
  finds('another text', relay([encodedChat('é')], [gzipped('é 🙂')]), {
    actual: '"é" (1 characters)',
    where: 'the text',
  }),
  passes(
    'the same text in the coding that the answer states',
    relay([coded('é 🙂')], [gzipped('é 🙂')]),
  ),
  finds(
    'a plain text under the name of a coding',
    relay([encodedChat('é', { 'content-encoding': 'gzip' })], [gzipped('é')]),
    { expected: 'a body in gzip', actual: 'other bytes' },
  ),
  unverified(
    'a coding that is not known',
    relay([encodedChat('é', { 'content-encoding': 'rot13' })], [gzipped('é')]),
    'a coding that Assay knows: rot13',
  ),
  unverified(
    'a text that is too long to be kept',
    relay([encodedChat('é')], [{ ...callWithLongText(), failure: 'gzip' }]),
    'a text of at most 1 MiB',
  ),
  unverified(
    'a plain answer of the upstream',
    relay([encodedChat('é')], [call()]),
    'another answer of the upstream',
  ),
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
  passes('the own word in a stream', relay([chatStream(`${OWN} word1`)], [call()])),
  passes('the own word in a transcription', relay([transcription(OWN)], [call()])),
  passes(
    'the word of an earlier turn, which the upstream got too,',
    relay([answered(`${EARLIER} word1`)], [call({ nonces: [EARLIER, OWN] })]),
  ),
  passes(
    'the own word, which did not reach the upstream,',
    relay([answered(`${OWN} word1`)], [call({ nonces: [] })]),
  ),
  finds('the word of another request', relay([answered(`${OTHER} word1`)], [call()]), {
    expected: OWN,
    actual: `${OTHER}, of another request`,
  }),
  passes(
    'the word of an earlier answer, which the upstream wrote,',
    relay([dialog(OTHER, EARLIER)], [call({ nonces: [EARLIER, OWN], answer: { text: OTHER } })]),
  ),
  finds(
    'the word of another request in a transcription',
    relay([transcription(OTHER)], [call({ operation: 'transcription' })]),
    { expected: OWN, actual: `${OTHER}, of another request` },
  ),
  finds(
    'the word of another request in the second answer to one key',
    relay([answered(OWN), answered(OTHER)], [call()]),
    { actual: `${OTHER}, of another request` },
  ),
  passes('a failure and an answer', relay([answer({}, { status: 500 }), answered(OWN)], [call()])),
  unverified(
    'a failure',
    relay([answer({ error: { message: OTHER } }, { status: 500 })], [call()]),
    'a whole 2xx answer that repeats a nonce',
  ),
]);

const token = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const responseDelta = (text: string) => event({ type: 'response.output_text.delta', delta: text });
const cut = (text: string) => call({ outcome: 'failed', failure: 'rst-after', answer: { text } });
const whole = (text: string) => call({ answer: { text } });

const FIRST = 'one two ';
const SECOND = 'ten eleven twelve ';
const finding = { expected: 'the text of one upstream answer', actual: 'parts of 2' };

ruleTable(relayNoSplice, [
  passes(
    'a stream that breaks off',
    relay([stream([token('one ')], { outcome: 'truncated' })], [cut(FIRST)]),
  ),
  passes(
    'a second attempt before the first token',
    relay([stream([token('ten '), token('eleven twelve ')])], [cut(FIRST), whole(SECOND)]),
  ),
  passes(
    'a second attempt that repeats the text',
    relay([stream([token('one two three ')])], [cut(FIRST), whole('one two three ')]),
  ),
  passes(
    'a second attempt that nothing of is passed on',
    relay([stream([token('one two ')])], [cut(FIRST), whole(SECOND)]),
  ),
  finds(
    'another answer behind the first',
    relay([stream([token('one '), token('ten eleven ')])], [cut(FIRST), whole(SECOND)]),
    { ...finding, where: 'the joined text' },
  ),
  finds(
    'another answer of a response behind the first',
    relay(
      [stream([responseDelta('one two '), responseDelta('twelve')], { operation: 'responses' })],
      [cut(FIRST), whole(SECOND)],
    ),
    finding,
  ),
  passes(
    'a failure in place of a stream',
    relay([answer({ error: {} }, { status: 502 })], [cut(FIRST), cut(SECOND)]),
  ),
  unverified(
    'a failure without an answer',
    relay([answer({}, { outcome: 'reset', unanswered: true })], [cut(FIRST)]),
    'needs an answer',
  ),
  unverified(
    'an upstream that completed its stream',
    relay([stream([token(FIRST)])], [whole(FIRST)]),
    'a stream that the upstream completed',
  ),
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
  passes(
    'the same in a chat stream, in parts beside another choice,',
    relay(
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
  ),
  passes(
    'the same in the deltas of a response, with all of it once more,',
    relay(
      [
        responseStream(
          { type: 'response.refusal.delta', delta: 'I ' },
          { type: 'response.refusal.delta', delta: 'cannot.' },
          { type: 'response.refusal.done', refusal: 'I cannot.' },
        ),
      ],
      [refused],
    ),
  ),
  passes(
    'all of it at the end of a response',
    relay([responseStream({ type: 'response.refusal.done', refusal: 'I cannot.' })], [refused]),
  ),
  finds('a chat without it', relay([refusing(undefined)], [refused]), {
    expected: '"I cannot." (9 characters)',
    actual: '"" (0 characters)',
    where: 'the refusal',
  }),
  finds(
    'the refusal as text of a response',
    relay([refusingResponse({ type: 'output_text', text: 'I cannot.' })], [refused]),
    { where: 'the refusal' },
  ),
  unverified('a failure', relay([answer({}, { status: 500 })], [refused]), 'a whole 2xx answer'),
  unverified('a model that answers', relay([refusing(null)], [call()]), 'an upstream that refuses'),
]);

const delta = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const chatOf = (...pieces: readonly string[]) => stream([...pieces.map(delta), event('[DONE]')]);

ruleTable(relayTextUnchanged, [
  passes('the same text', relay([chatOf('Grüße ', '🙂')], [wrote('Grüße 🙂')])),
  passes('other pieces', relay([chatOf('a b', ' c')], [wrote('a b c')])),
  finds('a lost token', relay([chatOf('a ', 'c')], [wrote('a b c')]), {
    expected: '"a b c" (5 characters)',
    actual: '"a c" (3 characters)',
    where: 'the joined text',
  }),
  passes(
    'the text of a second attempt',
    relay([chatOf('a')], [call({ outcome: 'failed' }), wrote('a')]),
  ),
  unverified(
    'a stream that was cut',
    relay([stream([delta('a')], { outcome: 'truncated' })], [wrote('a b')]),
    'a whole 2xx event stream',
  ),
  unverified(
    'a text that is too long to be kept',
    relay([chatOf('a')], [callWithLongText()]),
    'a text of at most 1 MiB',
  ),
  unverified(
    'an answer in one body',
    relay([answer({}, { sent: { stream: false } })], [wrote('a')]),
    'a request for a stream',
  ),
]);
