import {
  chatChoicesCount,
  chatLogprobsKept,
} from '../../../../src/conformance/rules/chat/choices.ts';
import { chunk, DONE_EVENT, ERROR_EVENT, ROLE } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { choice, completion } from './completions.ts';

type Members = Readonly<Record<string, unknown>>;

const wants = (members: Members) => ({ model: 'some-model', ...members });
const THREE = wants({ n: 3 });

/** An answer with a choice for each of these indexes. */
const numbered = (indexes: readonly unknown[], sent: Members = THREE) =>
  answer(completion({ choices: indexes.map((index) => choice({ index })) }), { sent });

const part = (index: number, members: Members = {}) =>
  chunk([{ index, delta: { content: 'Hello' }, finish_reason: null, ...members }]);
const streamed = (events: readonly string[], sent: Members = THREE) =>
  stream([...events, DONE_EVENT], { sent });

ruleTable(chatChoicesCount, [
  passes('three choices', numbered([0, 1, 2])),
  passes('three choices in another order', numbered([2, 0, 1])),
  passes('a stream that writes them in turn', streamed([part(2), part(0), part(1), part(0)])),
  finds('one choice', numbered([0]), {
    expected: 'the choices 0 to 2',
    actual: 'no choice with the index 1, 2',
    where: 'choices',
  }),
  finds('a gap', numbered([0, 1, 3]), { actual: 'no choice with the index 2' }),
  finds('choices without an index', numbered([undefined, null, '2']), {
    actual: 'no choice with the index 0, 1, 2',
  }),
  finds('a stream of one choice', streamed([part(0)]), {
    actual: 'no choice with the index 1, 2',
  }),
  unverified('a chat for one choice', numbered([0], wants({ n: 1 })), 'several choices'),
  unverified('a chat without n', numbered([0], wants({})), 'several choices'),
  unverified('an n that is a text', numbered([0], wants({ n: '3' })), 'several choices'),
  unverified(
    'a stream that fails',
    stream([part(0), ERROR_EVENT], { sent: THREE }),
    'a stream without a failure',
  ),
]);

const LOGGED = wants({ logprobs: true });
const token = (text: unknown, bytes?: unknown) => ({
  token: text,
  logprob: -0.5,
  bytes,
  top_logprobs: [],
});
const logged = (content: unknown, text: unknown, sent: Members = LOGGED) => {
  const message = { role: 'assistant', content: text };
  return answer(completion({ choices: [choice({ message, logprobs: { content } })] }), { sent });
};
const piece = (content: string, index = 0) =>
  part(index, { delta: { content }, logprobs: { content: [token(content)] } });
const WHERE = 'choices[0].logprobs.content';

ruleTable(chatLogprobsKept, [
  passes('tokens that join to the text', logged([token('Hel'), token('lo')], 'Hello')),
  passes(
    'a character in two tokens, which have its bytes',
    logged([token('bytes:\\xc3', [0xc3]), token('\ufffd', [0xa9])], 'é'),
  ),
  passes('the token of the end', logged([token('Hello'), token('</s>')], 'Hello')),
  passes('a space before the first token', logged([token(' Hello')], 'Hello')),
  passes('a space before the text', logged([token('Hello')], ' Hello')),
  passes('a stream', streamed([ROLE, piece('Hel'), piece('lo')], LOGGED)),
  passes(
    'a stream of two choices',
    streamed([ROLE, piece('Hel'), piece('Good', 1), piece('lo'), piece('bye', 1)], LOGGED),
  ),
  finds('no tokens', logged(null, 'Hello'), {
    expected: 'the tokens of the text',
    actual: 'none',
    where: WHERE,
  }),
  finds('tokens of another text', logged([token('Help')], 'Hello'), { where: WHERE }),
  finds('fewer tokens', logged([token('Hel')], 'Hello'), { where: WHERE }),
  finds('tokens without a text', logged([token(null)], 'Hello'), { where: WHERE }),
  finds('a stream without them', streamed([ROLE, part(0)], LOGGED), { actual: 'none' }),
  unverified(
    'a chat that offers tools',
    streamed([ROLE, part(0)], { ...LOGGED, tools: [] }),
    'a chat that offers no tools',
  ),
  finds('a second choice without them', streamed([piece('Hello'), part(1)], LOGGED), {
    where: 'choices[1].logprobs.content',
  }),
  unverified('a chat that asks for none', logged(null, 'Hello', wants({})), 'asks for logprobs'),
  unverified(
    'a chat that wants none',
    logged(null, 'Hello', wants({ logprobs: false })),
    'asks for logprobs',
  ),
  unverified('no text', logged([token('Hello')], null), 'an answer in text'),
  unverified(
    'a stream that fails',
    stream([part(0), ERROR_EVENT], { sent: LOGGED }),
    'a stream without a failure',
  ),
]);
