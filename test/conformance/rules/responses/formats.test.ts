import {
  responsesFormatFits,
  responsesFormatJson,
  responsesLimitKept,
} from '../../../../src/conformance/rules/responses/formats.ts';
import { answer, series } from '../exchanges.ts';
import { CREATED, delta, FAILED, sent, state } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { message, response } from './bodies.ts';

type Members = Readonly<Record<string, unknown>>;

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const formatted = (format: unknown) => ({ model: 'some-model', text: { format } });
const OBJECT = formatted({ type: 'json_object' });
const FITTING = { type: 'json_schema', name: 'city', strict: true, schema: SCHEMA };
const SENT = formatted(FITTING);

const says = (text: string, body: Members = SENT, members: Members = {}) =>
  answer(response({ output: [message(text)], output_text: text, ...members }), {
    operation: 'responses',
    sent: body,
  });
const streamed = (texts: readonly string[], name = 'completed') =>
  sent([CREATED, ...texts.map((text) => delta(text)), state(name, { status: name })], {
    sent: SENT,
  });
const REFUSAL = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'refusal', refusal: 'No.' }],
};
const CALL = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' };

ruleTable(responsesFormatJson, [
  passes('an object', says('{"city":"Oslo"}', OBJECT)),
  passes('an object with white space', says(' {\n "city": "Oslo"\n}\n')),
  passes('a stream', streamed(['{"city":', '"Oslo"}'])),
  finds('a text', says('It is Oslo.', OBJECT), {
    expected: 'a JSON object',
    actual: 'It is Oslo.',
    where: 'output_text',
  }),
  finds('a stream of text', streamed(['It is ', 'Oslo.']), { actual: 'It is Oslo.' }),
  unverified('a request for a text', says('Oslo', formatted({ type: 'text' })), 'asks for JSON'),
  unverified('a request without a format', says('Oslo', { model: 'some-model' }), 'asks for JSON'),
  unverified(
    'a response that is cut',
    says('{', SENT, { status: 'incomplete' }),
    'an answer that the model ended',
  ),
  unverified('a stream that is cut', streamed(['{'], 'incomplete'), 'the model ended'),
  unverified('a stream that fails', sent([CREATED, FAILED], { sent: SENT }), 'the model ended'),
  unverified('a refusal', says('', SENT, { output: [REFUSAL] }), 'an answer in text'),
  unverified('a call', says('', SENT, { output: [CALL] }), 'an answer in text'),
  unverified('no output', says('', SENT, { output: null, output_text: null }), 'answer in text'),
]);

ruleTable(responsesFormatFits, [
  passes('an object that fits', says('{"city":"Oslo"}')),
  finds(
    'another member',
    says('{"size":3}'),
    { where: 'output_text, city' },
    {
      where: 'output_text, size',
    },
  ),
  unverified(
    'a schema that is not strict',
    says('{}', formatted({ ...FITTING, strict: false })),
    'a strict schema',
  ),
  unverified('a request for any object', says('{}', OBJECT), 'a strict schema'),
  unverified('a text, which another rule judges,', says('Oslo'), 'a text of JSON'),
]);

const LABEL = { label: 'max_output_tokens' };
const LIMITED = { model: 'some-model', max_output_tokens: 5 };
const CUT = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
const HIGHER = { model: 'some-model', max_output_tokens: 20 };
const used = (output_tokens: unknown) => ({ usage: { output_tokens } });
const cut = (members: Members, body: Members = LIMITED) =>
  answer(response({ ...CUT, ...used(5), ...members }), { operation: 'responses', sent: body });
const refusal = answer({}, { operation: 'responses', status: 400 });
const ends = (name: string, members: Members) =>
  series(
    [sent([CREATED, state(name, { ...CUT, ...used(5), ...members })], { sent: LIMITED })],
    LABEL,
  );

ruleTable(responsesLimitKept, [
  passes('a response that is cut', series([cut({})], LABEL)),
  passes('a stream that is cut', ends('incomplete', {})),
  passes('a limit that is refused, and another one', series([refusal, cut({})], LABEL)),
  passes('a limit that is raised to the lowest', series([cut(used(16))], LABEL)),
  passes('a usage without a count, which another rule judges,', series([cut(used(null))], LABEL)),
  passes('a request without a limit', series([cut(used(99), { model: 'some-model' })], LABEL)),
  finds('a response that is completed', series([cut({ status: 'completed' })], LABEL), {
    expected: 'incomplete',
    actual: 'completed',
    where: 'status',
  }),
  finds('a stream that is completed', ends('completed', { status: 'completed' }), {
    actual: 'completed',
  }),
  finds(
    'another reason',
    series([cut({ incomplete_details: { reason: 'content_filter' } })], LABEL),
    {
      expected: 'max_output_tokens',
      actual: 'content_filter',
      where: 'incomplete_details.reason',
    },
  ),
  finds('no details', series([cut({ incomplete_details: null })], LABEL), {
    where: 'incomplete_details.reason',
  }),
  finds('more tokens', series([cut(used(17))], LABEL), {
    expected: 'at most 16',
    actual: 17,
    where: 'usage.output_tokens',
  }),
  finds('more tokens than a higher limit', series([cut(used(21), HIGHER)], LABEL), {
    expected: 'at most 20',
  }),
  unverified('a refusal', series([refusal], LABEL), 'an answer to a request'),
  unverified('no request', series([], LABEL), 'an answer to a request'),
  unverified(
    'a stream that has no end',
    series([sent([CREATED], { sent: LIMITED })], LABEL),
    'a response that has ended',
  ),
]);
