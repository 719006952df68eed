import {
  relayFormatKept,
  relayImagesKept,
  relayToolChoiceKept,
  relayToolResultsKept,
  relayToolsKept,
} from '../../../../src/conformance/rules/relay/features.ts';
import { answer } from '../exchanges.ts';
import { callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const RESPONSES = { operation: 'responses' } as const;
const both = (sent: object, arrived: object) => relay([answer({}, { sent })], [callWith(arrived)]);
const fromResponse = (sent: object, arrived: object) =>
  relay([answer({}, { ...RESPONSES, sent })], [callWith(arrived)]);
const toResponse = (sent: object, arrived: object) =>
  relay([answer({}, { sent })], [callWith(arrived, RESPONSES)]);

const SCHEMA = { type: 'object', properties: { name: { enum: ['a', null] } }, required: ['name'] };
const FIND = { name: 'find', description: 'Finds.', parameters: SCHEMA, strict: true };
const nested = (...own: readonly object[]) => ({
  tools: own.map((each) => ({ type: 'function', function: each })),
});
const flat = (...own: readonly object[]) => ({
  tools: own.map((each) => ({ type: 'function', ...each })),
});

ruleTable(relayToolsKept, [
  passes('the same functions', both(nested(FIND), nested(FIND))),
  passes('a chat that became a response', toResponse(nested(FIND), flat(FIND))),
  passes('a response that became a chat', fromResponse(flat(FIND), nested(FIND))),
  passes(
    'another order, a function of the gateway and a member in addition',
    both(nested(FIND, { name: 'g' }), nested({ name: 'g' }, { name: 'own' }, { ...FIND, x: 1 })),
  ),
  passes(
    'null for absent, and a default that is stated',
    both(
      nested({ name: 'f', description: null, strict: null }),
      nested({ name: 'f', parameters: null, strict: false }),
    ),
  ),
  passes(
    'a keyword in addition, and none for null',
    both(
      nested({ ...FIND, parameters: { ...SCHEMA, default: null } }),
      nested({ ...FIND, parameters: { ...SCHEMA, title: 'Find' } }),
    ),
  ),
  passes(
    'no description where it is empty',
    both(nested({ name: 'f', description: '' }), nested({ name: 'f' })),
  ),
  passes(
    'no strict, where that is the default',
    both(nested({ name: 'f', strict: false }), nested({ name: 'f' })),
  ),
  finds('a function that is lost', both(nested(FIND, { name: 'g' }), nested(FIND)), {
    expected: 'function g',
    actual: 'absent',
    where: 'the upstream request',
  }),
  finds('no strict', both(nested(FIND), nested({ ...FIND, strict: undefined })), {
    expected: 'true',
    actual: false,
    where: 'function find, strict',
  }),
  finds('another description', both(nested(FIND), nested({ ...FIND, description: 'F' })), {
    where: 'function find, description',
  }),
  finds('no schema', both(nested(FIND), nested({ ...FIND, parameters: undefined })), {
    where: 'function find, parameters',
  }),
  finds(
    'a keyword that is lost within a schema',
    both(
      nested(FIND),
      nested({ ...FIND, parameters: { ...SCHEMA, properties: { name: { type: 'string' } } } }),
    ),
    {
      expected: '["a",null]',
      actual: 'absent',
      where: 'function find, parameters.properties.name.enum',
    },
  ),
  unverified('a refusal', relay([answer({}, { sent: nested(FIND), status: 400 })], []), '2xx'),
  unverified('a chat without tools', both({}, {}), 'a request that offers functions'),
  unverified(
    'tools of another type',
    both({ tools: [{ type: 'web_search' }] }, {}),
    'a request that offers functions',
  ),
  unverified('a body that is not kept', relay([answer({})], [callWith({})]), 'offers functions'),
  unverified(
    'a request of another kind upstream',
    relay([answer({}, { sent: nested(FIND) })], [callWith({}, { operation: 'images' })]),
    'an upstream request for a chat or a response',
  ),
]);

const choosing = (members: object) => ({ ...nested({ name: 'f' }), ...members });
const NAMED = { tool_choice: { type: 'function', function: { name: 'f' } } };
const FLAT_NAMED = { tool_choice: { type: 'function', name: 'f' } };

ruleTable(relayToolChoiceKept, [
  passes('one function', both(choosing(NAMED), choosing(NAMED))),
  passes(
    'one function, in the form of a response',
    toResponse(choosing(NAMED), { ...flat({ name: 'f' }), ...FLAT_NAMED }),
  ),
  passes('auto, which is the default', both(choosing({ tool_choice: 'auto' }), choosing({}))),
  passes(
    'no functions where none may be called',
    both(choosing({ tool_choice: 'none', parallel_tool_calls: false }), {}),
  ),
  passes(
    'parallel calls, which are the default',
    both(choosing({ parallel_tool_calls: true }), choosing({})),
  ),
  finds('required that is lost', both(choosing({ tool_choice: 'required' }), choosing({})), {
    expected: '"required"',
    actual: 'auto',
    where: 'choice, tool_choice',
  }),
  finds(
    'a word in place of a function',
    both(choosing(NAMED), choosing({ tool_choice: 'required' })),
    {
      expected: '"function f"',
      actual: 'required',
    },
  ),
  finds(
    'none that is lost',
    both(choosing({ tool_choice: 'none' }), choosing({ tool_choice: 'auto' })),
    {
      expected: '"none"',
    },
  ),
  finds(
    'parallel calls in place of one',
    both(choosing({ parallel_tool_calls: false }), choosing({ parallel_tool_calls: true })),
    { expected: 'false', actual: true, where: 'choice, parallel_tool_calls' },
  ),
  finds('parallel calls by default', both(choosing({ parallel_tool_calls: false }), choosing({})), {
    actual: true,
  }),
  unverified('functions without a choice', both(choosing({}), choosing({})), 'a choice of'),
  unverified('a choice without functions', both(NAMED, {}), 'a choice of functions'),
  unverified(
    'a choice of another kind',
    both(choosing({ tool_choice: { type: 'allowed_tools' } }), choosing({})),
    'a choice of functions',
  ),
]);

const SHAPE = { name: 'boat', schema: SCHEMA, strict: true };
const OF_CHAT = { response_format: { type: 'json_schema', json_schema: SHAPE } };
const OF_RESPONSE = { text: { format: { type: 'json_schema', ...SHAPE } } };
const ANY = { type: 'json_object' };

ruleTable(relayFormatKept, [
  passes('the same schema', both(OF_CHAT, OF_CHAT)),
  passes('a chat that became a response', toResponse(OF_CHAT, OF_RESPONSE)),
  passes('a response that became a chat', fromResponse(OF_RESPONSE, OF_CHAT)),
  passes('any JSON', both({ response_format: ANY }, { response_format: ANY })),
  finds('any JSON in place of a schema', both(OF_CHAT, { response_format: ANY }), {
    expected: '"json_schema"',
    actual: 'json_object',
    where: 'format, type',
  }),
  finds('no format', fromResponse(OF_RESPONSE, { text: {} }), {
    expected: 'format',
    actual: 'absent',
    where: 'the upstream request',
  }),
  finds(
    'a schema without what is required',
    fromResponse(OF_RESPONSE, {
      text: { format: { type: 'json_schema', ...SHAPE, schema: { ...SCHEMA, required: [] } } },
    }),
    { expected: '["name"]', where: 'format, schema.required' },
  ),
  unverified('a text', both({ response_format: { type: 'text' } }, {}), 'a request for a format'),
]);

const URI = 'data:image/png;base64,AAAA';
const AWAY = 'https://images.invalid/a?b=%2B';
const said = (text: string) => ({ type: 'text', text });
const shown = (url: string, also: object = {}) => ({
  type: 'image_url',
  image_url: { url, ...also },
});
const content = (...parts: readonly object[]) => ({ messages: [{ role: 'user', content: parts }] });
const items = (...parts: readonly object[]) => ({ input: [{ role: 'user', content: parts }] });
const flatImage = (image_url: string, also: object = {}) => ({
  type: 'input_image',
  image_url,
  ...also,
});
const TWO = content(said('a'), shown(URI, { detail: 'low' }), said('b'), shown(AWAY));

ruleTable(relayImagesKept, [
  passes('the same images', both(TWO, TWO)),
  passes(
    'a chat that became a response, with instructions of the gateway',
    toResponse(TWO, {
      input: [
        { role: 'system', content: 'Be kind.' },
        ...items(said('a'), flatImage(URI, { detail: 'low' }), said('b'), flatImage(AWAY)).input,
      ],
    }),
  ),
  passes(
    'a detail that is the default',
    both(content(shown(URI)), content(shown(URI, { detail: 'auto' }))),
  ),
  passes('an image that the gateway fetched', both(content(shown(AWAY)), content(shown(URI)))),
  finds('a text in place of an image', both(content(said('a'), shown(URI)), content(said('a'))), {
    expected: 'image 1',
    actual: 'absent',
  }),
  finds('other data', both(content(shown(URI)), content(shown(`${URI}AAAA`))), {
    expected: JSON.stringify(URI),
    where: 'image 1, url',
  }),
  finds('another address', both(content(shown(AWAY)), content(shown(decodeURIComponent(AWAY)))), {
    where: 'image 1, url',
  }),
  finds('an address in place of data', both(content(shown(URI)), content(shown(AWAY))), {
    where: 'image 1, url',
  }),
  finds(
    'no detail',
    fromResponse(items(flatImage(URI, { detail: 'high' })), items(flatImage(URI))),
    {
      expected: '"high"',
      actual: 'auto',
      where: 'image 1, detail',
    },
  ),
  finds(
    'the images before the texts',
    both(content(said('a'), shown(URI)), content(shown(URI), said('a'))),
    {
      expected: '"a"',
      actual: '',
      where: 'image 1, text before it',
    },
  ),
  unverified('a message of a text', both(content(said('a')), {}), 'a request with images'),
  unverified(
    'an image in a file',
    both(content({ type: 'input_image', file_id: 'f' }), {}),
    'a request with images',
  ),
]);

const ARGS = '{ "a": 1.0 }';
const call = (id: string, args = ARGS) => ({
  id,
  type: 'function',
  function: { name: 'f', arguments: args },
});
const result = (id: string | undefined, text: unknown) => ({
  role: 'tool',
  tool_call_id: id,
  content: text,
});
const dialog = (...messages: readonly object[]) => ({ messages });
const calling = (...tool_calls: readonly object[]) => ({ role: 'assistant', tool_calls });
const CALLS = calling(call('a'), call('b', '{}'));
const SENT = dialog(CALLS, result('b', ' x\u2028'), result('a', 'y'));
const ITEMS = {
  input: [
    { type: 'function_call', id: 'fc', call_id: 'a', name: 'f', arguments: ARGS },
    { type: 'function_call', call_id: 'b', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'b', output: ' x\u2028' },
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'y' }] },
  ],
};

ruleTable(relayToolResultsKept, [
  passes('the same dialog', both(SENT, SENT)),
  passes('a chat that became a response', toResponse(SENT, ITEMS)),
  passes('a response that became a chat', fromResponse(ITEMS, SENT)),
  passes(
    'other ids, and a text as a part',
    both(
      SENT,
      dialog(
        calling(call('x'), call('y', '{}')),
        result('y', [{ type: 'text', text: ' x\u2028' }]),
        result('x', 'y'),
      ),
    ),
  ),
  passes('a result of an unknown call', both(dialog(result('z', 'x')), dialog(result('q', 'x')))),
  finds(
    'arguments that were written again',
    both(dialog(calling(call('a'))), dialog(calling(call('a', '{"a":1}')))),
    {
      expected: JSON.stringify(ARGS),
      actual: '{"a":1}',
      where: 'call 1, arguments',
    },
  ),
  finds('a trimmed result', both(SENT, dialog(CALLS, result('b', 'x'), result('a', 'y'))), {
    expected: JSON.stringify(' x\u2028'),
    where: 'result 1, text',
  }),
  finds(
    'the result of the other call',
    both(SENT, dialog(CALLS, result('a', ' x\u2028'), result('a', 'y'))),
    {
      expected: '2',
      actual: 1,
      where: 'result 1, its call',
    },
  ),
  finds(
    'a result without the id of its call',
    both(SENT, dialog(CALLS, result(undefined, ' x\u2028'), result('a', 'y'))),
    {
      expected: '2',
      actual: 'absent',
      where: 'result 1, its call',
    },
  ),
  finds('no result', both(SENT, dialog(CALLS, result('b', ' x\u2028'))), {
    expected: 'result 2',
    actual: 'absent',
  }),
  finds(
    'another name',
    both(
      dialog(calling(call('a'))),
      dialog(calling({ id: 'a', function: { name: 'g', arguments: ARGS } })),
    ),
    {
      where: 'call 1, name',
    },
  ),
  unverified(
    'a dialog without calls',
    both(dialog({ role: 'user', content: 'a' }), {}),
    'calls or results',
  ),
]);
