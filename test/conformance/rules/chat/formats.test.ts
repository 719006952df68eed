import {
  chatFormatFits,
  chatFormatJson,
  chatLimitKept,
  chatStopKept,
} from '../../../../src/conformance/rules/chat/formats.ts';
import { DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP } from '../chat-stream/chunks.ts';
import { answer, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { choice, completion } from './completions.ts';

type Members = Readonly<Record<string, unknown>>;

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const formatted = (response_format: unknown) => ({ model: 'some-model', response_format });
const OBJECT = formatted({ type: 'json_object' });
const fitting = (members: Members = {}) =>
  formatted({
    type: 'json_schema',
    json_schema: { name: 'city', strict: true, schema: SCHEMA, ...members },
  });
const SENT = fitting();

/** An answer whose message has these members. */
const says = (
  content: unknown,
  sent: unknown = SENT,
  members: Members = {},
  ended: Members = {},
) => {
  const message = { role: 'assistant', content, ...members };
  return answer(completion({ choices: [choice({ message, ...ended })] }), { sent });
};

const streamed = (...texts: readonly string[]) =>
  stream([ROLE, ...texts.map((text) => delta(text)), STOP, DONE_EVENT], { sent: SENT });

const CALL = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const FENCED = '```json\n{"city":"Oslo"}\n```';

ruleTable(chatFormatJson, [
  passes('an object', says('{"city":"Oslo"}', OBJECT)),
  passes('an object with white space', says(' {\n "city": "Oslo"\n}\n')),
  passes('a stream', streamed('{"city":', '"Oslo"}')),
  finds('a text', says('It is Oslo.', OBJECT), {
    expected: 'a JSON object',
    actual: 'It is Oslo.',
    where: 'choices[0].message.content',
  }),
  finds('a fence', says(FENCED), { actual: FENCED }),
  finds('a list', says('[]'), { actual: '[]' }),
  finds('a stream of text', streamed('It is ', 'Oslo.'), { actual: 'It is Oslo.' }),
  passes('no stop words', says('{"city":"Oslo"}', { ...OBJECT, stop: null })),
  unverified(
    'a chat with stop words, which may end its JSON',
    says('{"city":', { ...OBJECT, stop: ['Oslo'] }),
    'a request without stop words',
  ),
  unverified(
    'a chat for a text',
    says('Oslo', formatted({ type: 'text' })),
    'a request that asks for JSON',
  ),
  unverified(
    'a format that is a word',
    says('Oslo', formatted('json_object')),
    'a request that asks for JSON',
  ),
  unverified(
    'an answer cut at its length',
    says('{', SENT, {}, { finish_reason: 'length' }),
    'needs an answer that the model ended',
  ),
  unverified(
    'a stream that fails',
    stream([ROLE, ERROR_EVENT], { sent: SENT }),
    'needs an answer that the model ended',
  ),
  unverified('a refusal', says('', SENT, { refusal: 'No.' }), 'needs an answer in text'),
  unverified('a call', says('', SENT, { tool_calls: [CALL] }), 'needs an answer in text'),
  unverified('no text', says(null), 'needs an answer in text'),
]);

ruleTable(chatFormatFits, [
  passes('an object that fits', says('{"city":"Oslo"}')),
  finds(
    'a missing and a further member',
    says('{"size":3}'),
    { actual: 'absent', where: 'choices[0].message.content, city' },
    { expected: 'no such member', where: 'choices[0].message.content, size' },
  ),
  finds('a list', says('[]'), { expected: 'object', where: 'choices[0].message.content' }),
  unverified(
    'a schema that is not strict',
    says('{}', fitting({ strict: false })),
    'a strict schema',
  ),
  unverified('no schema', says('{}', fitting({ schema: undefined })), 'a strict schema'),
  unverified('a chat for any object', says('{}', OBJECT), 'a strict schema'),
  unverified(
    'a schema that cannot be checked',
    says('{}', fitting({ schema: { type: 'city' } })),
    'a schema that can be checked',
  ),
  unverified('a text, which another rule judges,', says('Oslo'), 'a text of JSON'),
]);

const LABEL = { label: 'max_tokens' };
const ended = (finish_reason: unknown, completion_tokens?: unknown) =>
  series(
    [answer(completion({ choices: [choice({ finish_reason })], usage: { completion_tokens } }))],
    LABEL,
  );

ruleTable(chatLimitKept, [
  passes('an answer that is cut', ended('length', 5)),
  passes('a usage without a count, which another rule judges,', ended('length')),
  finds('an answer that says stop', ended('stop', 5), {
    expected: 'length',
    actual: 'stop',
    where: 'choices[0].finish_reason',
  }),
  finds('more tokens', ended('length', 6), {
    expected: 'at most 5',
    actual: 6,
    where: 'usage.completion_tokens',
  }),
  unverified(
    'a refusal',
    series([answer({}, { status: 400 })], LABEL),
    'an answer to a chat with max_tokens',
  ),
]);

const stopping = (stop: unknown, text: unknown) => says(text, { model: 'some-model', stop });

ruleTable(chatStopKept, [
  passes('a text that ends before', stopping(['five', 'six'], 'three four ')),
  finds('a stop word', stopping('five', 'four five six'), {
    expected: 'no "five"',
    actual: 'five six',
    where: 'choices[0].message.content',
  }),
  finds('a stop word at the start, among two', stopping(['six', 'five'], 'five'), {
    expected: 'no "five"',
  }),
  unverified('an empty word', stopping('', 'four'), 'a chat with stop words'),
  unverified('no word', stopping(null, 'four'), 'a chat with stop words'),
  unverified('words that are numbers', stopping([5], 'five 5'), 'a chat with stop words'),
  unverified('no text', stopping('five', null), 'an answer in text'),
  unverified(
    'a chat that asks for JSON',
    says('four five', { ...OBJECT, stop: 'five' }),
    'a chat that leaves the form of its answer open',
  ),
]);
