import {
  chatToolArgumentsFit,
  chatToolArgumentsJson,
  chatToolCallShape,
  chatToolChoice,
  chatToolFinishReason,
  chatToolIndex,
  chatToolNamesOffered,
  chatToolParallel,
  chatToolResultAccepted,
  chatToolTextClean,
  chatToolUnknownResult,
} from '../../../../src/conformance/rules/chat/tools.ts';
import { chunk, DONE_EVENT, ERROR_EVENT, ROLE } from '../chat-stream/chunks.ts';
import { answer, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { choice, completion } from './completions.ts';

type Members = Readonly<Record<string, unknown>>;

const BOAT = {
  name: 'find_boat',
  strict: true,
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      of: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    },
    required: ['name'],
    additionalProperties: false,
  },
};
const HARBOUR = { name: 'find_harbour' };

const offering = (...functions: readonly Members[]) => ({
  model: 'some-model',
  tools: functions.map((each) => ({ type: 'function', function: each })),
});
const SENT = offering(BOAT, HARBOUR);
const chosen = (name: string) => ({
  ...SENT,
  tool_choice: { type: 'function', function: { name } },
});

const call = (members: Members = {}, called: Members = {}) => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'find_boat', arguments: '{"name":"Ana"}', ...called },
  ...members,
});

/** An answer that makes these calls. */
const calls = (made: readonly unknown[], sent: unknown = SENT, members: Members = {}) => {
  const message = { role: 'assistant', content: null, tool_calls: made };
  const only = choice({ message, finish_reason: 'tool_calls', ...members });
  return answer(completion({ choices: [only] }), { sent });
};
const named = (...names: readonly string[]) => names.map((name) => call({}, { name }));

/** An answer in text. */
const says = (content: unknown, sent: unknown = SENT, members: Members = {}) =>
  answer(
    completion({ choices: [choice({ message: { role: 'assistant', content }, ...members })] }),
    { sent },
  );

/** A stream with these pieces of calls, one in each chunk. */
const pieces = (...made: readonly unknown[]) =>
  stream(
    [
      ROLE,
      ...made.map((piece) => chunk([{ index: 0, delta: { tool_calls: [piece] } }])),
      chunk([{ index: 0, delta: {}, finish_reason: 'tool_calls' }]),
      DONE_EVENT,
    ],
    { sent: { ...SENT, stream: true } },
  );
const first = (index: unknown, members: Members = {}) => ({
  index,
  ...call({}, { arguments: '' }),
  ...members,
});
const more = (index: unknown, text: string, members: Members = {}) => ({
  index,
  function: { arguments: text },
  ...members,
});

const NO_TOOLS = 'needs a request that offers functions';
const NO_CALL = 'needs an answer that calls a function';

ruleTable(chatToolCallShape, [
  passes('two calls, and members of a vendor', calls([call({ index: 0 }), call({ id: '9' })])),
  passes(
    'arguments that are empty, which another rule judges,',
    calls([call({}, { arguments: '' })]),
  ),
  finds('an empty id', calls([call(), call({ id: '' })]), {
    expected: 'non-empty string',
    where: 'choices[0].message.tool_calls[1].id',
  }),
  finds('no type', calls([call({ type: undefined })]), {
    actual: 'absent',
    where: 'choices[0].message.tool_calls[0].type',
  }),
  finds('arguments as an object', calls([call({}, { arguments: { name: 'Ana' } })]), {
    expected: 'string',
    where: 'choices[0].message.tool_calls[0].function.arguments',
  }),
  unverified('an answer in text', says('Hello'), NO_CALL),
  unverified('a stream', pieces(first(0)), 'needs an answer in one body'),
  unverified('a chat without tools', calls([call()], { model: 'some-model' }), NO_TOOLS),
  unverified(
    'a chat with a tool of another type',
    calls([call()], { ...SENT, tools: [...SENT.tools, { type: 'custom' }] }),
    NO_TOOLS,
  ),
  unverified('a chat whose tools are a word', calls([call()], { ...SENT, tools: 'all' }), NO_TOOLS),
]);

ruleTable(chatToolIndex, [
  passes('pieces', pieces(first(0), more(0, '{'), more(0, '}'))),
  passes(
    'calls that alternate',
    pieces(first(0), first(1, { id: 'b' }), more(0, '{}'), more(1, '{}')),
  ),
  passes(
    'a whole call in one piece, without a type',
    pieces({ index: 0, ...call({ type: undefined }) }),
  ),
  passes(
    'empty and null names in later pieces',
    pieces(first(0), more(0, '{}', { id: '', function: { name: null } })),
  ),
  finds('an index from 1', pieces(first(1), more(1, '{}')), {
    expected: '0',
    actual: 1,
    where: 'choices[0].delta.tool_calls, index',
  }),
  finds('a gap', pieces(first(0), first(2, { id: 'b' })), { expected: '0 to 1', actual: 2 }),
  finds('a negative index', pieces(first(-1)), { expected: '0', actual: -1 }),
  finds('no index', pieces(first(undefined)), { expected: 'integer', actual: 'absent', atMs: 20 }),
  finds('no id at the start', pieces(first(0, { id: undefined }), more(0, '{}')), {
    expected: 'non-empty string',
    where: 'choices[0].delta.tool_calls, id',
    atMs: 20,
  }),
  finds(
    'the name in a later piece',
    pieces(first(0, { function: {} }), more(0, '{}', { function: { name: 'find_boat' } })),
    {
      expected: 'non-empty string',
      where: 'choices[0].delta.tool_calls, function.name',
    },
    {
      expected: 'only in the first piece of a call',
      actual: 'find_boat',
      atMs: 30,
    },
  ),
  finds('the id in each piece', pieces(first(0), more(0, '{}', { id: 'call_1' })), {
    expected: 'only in the first piece of a call',
    actual: 'call_1',
  }),
  unverified('an answer in one body', calls([call()]), 'needs a stream'),
  unverified('a stream of text', stream([ROLE, DONE_EVENT], { sent: SENT }), NO_CALL),
  unverified(
    'a stream that fails',
    stream([ROLE, ERROR_EVENT], { sent: SENT }),
    'a stream without a failure',
  ),
]);

const withArguments = (text: string, members: Members = {}) =>
  calls([call({}, { arguments: text })], SENT, members);

ruleTable(chatToolArgumentsJson, [
  passes('an empty object', withArguments('{}')),
  passes('white space', withArguments(' {\n"name": "Ana"}\n')),
  passes('joined pieces', pieces(first(0), more(0, '{"na'), more(0, 'me":1}'))),
  finds('a cut text', calls([call(), call({}, { arguments: '{"name":"A' })]), {
    expected: 'a JSON object',
    actual: '{"name":"A',
    where: 'call 2, function.arguments',
  }),
  finds('no text', withArguments(''), { actual: '' }),
  finds('a list', withArguments('[]'), { actual: '[]' }),
  unverified(
    'an answer cut at its length',
    withArguments('{', { finish_reason: 'length' }),
    'needs an answer that is not cut',
  ),
  unverified(
    'an answer cut by a filter',
    withArguments('{', { finish_reason: 'content_filter' }),
    'needs an answer that is not cut',
  ),
]);

ruleTable(chatToolArgumentsFit, [
  passes('arguments that fit', withArguments('{"name":"Ana","of":null}')),
  finds(
    'a missing and a further member',
    withArguments('{"size":3}'),
    { actual: 'absent', where: 'call 1, function.arguments, name' },
    { expected: 'no such member', actual: '3', where: 'call 1, function.arguments, size' },
  ),
  finds('a list', calls([call(), call({}, { arguments: '[]' })]), {
    where: 'call 2, function.arguments',
  }),
  passes(
    'a call of another function beside it',
    calls([call(), call({}, { name: 'find_harbour', arguments: '{"x":1}' })]),
  ),
  unverified(
    'a function that is not strict',
    calls([call({}, { arguments: '{}' })], offering({ ...BOAT, strict: false })),
    'a strict function',
  ),
  unverified(
    'a schema that cannot be checked',
    calls([call()], offering({ ...BOAT, parameters: { type: 'boat' } })),
    'a strict function',
  ),
  unverified(
    'a list in place of a schema',
    calls([call()], offering({ ...BOAT, parameters: [] })),
    'a strict function',
  ),
  unverified(
    'arguments that are not JSON, which another rule judges,',
    withArguments('{'),
    'arguments in JSON',
  ),
  unverified(
    'an answer cut at its length',
    withArguments('{}', { finish_reason: 'length' }),
    'needs an answer that is not cut',
  ),
]);

ruleTable(chatToolNamesOffered, [
  passes('both functions', calls(named('find_harbour', 'find_boat'))),
  finds('a name with a prefix', calls(named('find_boat', 'functions.find_boat')), {
    expected: 'find_boat or find_harbour',
    actual: 'functions.find_boat',
    where: 'call 2, function.name',
  }),
  unverified('an answer in text', says('Hello'), NO_CALL),
]);

const NONE = { ...SENT, tool_choice: 'none' };
const REQUIRED = { ...SENT, tool_choice: 'required' };

ruleTable(chatToolChoice, [
  passes('none, and a text', says('Hello', NONE)),
  finds('none, and a call', calls([call()], NONE), {
    expected: 'no call',
    actual: 'find_boat',
    where: 'choices[0].message.tool_calls',
  }),
  passes('required, and two calls', calls(named('find_boat', 'find_harbour'), REQUIRED)),
  finds('required, and a text', says('Hello', REQUIRED), { expected: 'a call', actual: 'none' }),
  passes('one function', calls(named('find_harbour'), chosen('find_harbour'))),
  finds(
    'one function, and a call of another beside it',
    calls(named('find_harbour', 'find_boat'), chosen('find_harbour')),
    {
      expected: 'a call of find_harbour alone',
      actual: 'find_harbour, find_boat',
    },
  ),
  finds('one function, and a text', says('Hello', chosen('find_boat')), { actual: 'none' }),
  unverified(
    'required, and an answer cut at its length',
    says('', REQUIRED, { finish_reason: 'length' }),
    'neither cut nor refused',
  ),
  unverified(
    'required, and a refusal',
    answer(
      completion({
        choices: [choice({ message: { role: 'assistant', content: null, refusal: 'No.' } })],
      }),
      { sent: REQUIRED },
    ),
    'neither cut nor refused',
  ),
  unverified(
    'auto',
    says('Hello', { ...SENT, tool_choice: 'auto' }),
    'a tool_choice of none, required or one function',
  ),
]);

const ALONE = { ...SENT, parallel_tool_calls: false };

ruleTable(chatToolParallel, [
  passes('one call', calls([call()], ALONE)),
  finds('two calls', calls([call(), call({ id: 'b' })], ALONE), {
    expected: 'one call',
    actual: 2,
  }),
  unverified(
    'two calls where they are not off',
    calls([call(), call()], { ...SENT, parallel_tool_calls: true }),
    'parallel_tool_calls off',
  ),
  unverified('a text', says('Hello', ALONE), NO_CALL),
]);

const finished = (finish_reason: unknown, sent: unknown = SENT) =>
  calls([call()], sent, { finish_reason });

ruleTable(chatToolFinishReason, [
  passes('tool_calls', finished('tool_calls')),
  passes('tool_calls in a stream', pieces(first(0), more(0, '{}'))),
  passes('stop where a call is required', finished('stop', REQUIRED)),
  passes('stop where one function is chosen', finished('stop', chosen('find_boat'))),
  finds('stop where the model decided', finished('stop'), {
    expected: 'tool_calls',
    actual: 'stop',
    where: 'choices[0].finish_reason',
  }),
  finds('another word where a call is required', finished('eos', REQUIRED), { actual: 'eos' }),
  finds('tool_calls without a call', says('Hello', SENT, { finish_reason: 'tool_calls' }), {
    expected: 'a finish_reason of an answer without a call',
    actual: 'tool_calls',
  }),
  finds(
    'tool_calls without a call, which is required,',
    says('Hello', REQUIRED, { finish_reason: 'tool_calls' }),
    {
      actual: 'tool_calls',
    },
  ),
  unverified('a call that is cut', finished('length'), 'not cut, with a finish_reason'),
  unverified('no finish_reason', finished(null), 'not cut, with a finish_reason'),
  unverified('an answer in text', says('Hello'), NO_CALL),
]);

const QUOTED = { ...SENT, messages: [{ role: 'user', content: 'What does <tool_call> mean?' }] };
const IN_JSON = '{"name": "find_boat", "parameters": {"name": "Ana"}}';
const isLeak = {
  expected: 'a text without the syntax of a call',
  where: 'choices[0].message.content',
};

ruleTable(chatToolTextClean, [
  passes('a text', says('I look for it.')),
  passes('a call without a text', calls([call()])),
  passes('a mark that the caller wrote', says('It begins a <tool_call>.', QUOTED)),
  passes('JSON that calls nothing', says('{"name": "find_boat"}')),
  passes(
    'a call in JSON of a function that is not offered',
    says('{"name": "find_car", "arguments": {}}'),
  ),
  finds('a mark', says('<tool_call>\n{'), { ...isLeak, actual: '<tool_call>' }),
  finds('the mark of a model', says('<|python_tag|>find_boat'), { actual: '<|python_tag|>' }),
  finds('a call in JSON', says(IN_JSON), { ...isLeak, actual: IN_JSON }),
  finds('a call in JSON, with arguments', says('{"name":"find_boat","arguments":{}}'), isLeak),
  unverified('a chat without tools', says('<tool_call>', { model: 'some-model' }), NO_TOOLS),
]);

const OK = says('It is in Brest.');
const REFUSED = answer({ error: { message: 'No.' } }, { status: 400 });

ruleTable(chatToolResultAccepted, [
  passes(
    'a result that is accepted',
    series([calls([call()]), OK], { label: 'the result of a call' }),
  ),
  finds(
    'a result that is refused',
    series([calls([call()]), REFUSED], { label: 'the result of a call' }),
    {
      expected: '2xx for the result of a call',
      actual: 'status 400',
    },
  ),
  unverified(
    'another result',
    series([OK, REFUSED], { label: 'the result of a call that was never made' }),
    'needs the result of a call',
  ),
]);

ruleTable(chatToolUnknownResult, [
  passes(
    'a result that is refused',
    series([OK, REFUSED], { label: 'the result of a call that was never made' }),
  ),
  finds(
    'a result that is accepted',
    series([OK, OK], { label: 'the result of a call that was never made' }),
    {
      actual: 'status 200',
    },
  ),
  unverified(
    'the result of a call',
    series([OK, REFUSED], { label: 'the result of a call' }),
    'never made',
  ),
]);
