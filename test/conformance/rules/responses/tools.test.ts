import {
  responsesToolArgumentsDone,
  responsesToolArgumentsJson,
  responsesToolCallShape,
  responsesToolChoice,
  responsesToolNamesOffered,
  responsesToolOutputAccepted,
} from '../../../../src/conformance/rules/responses/tools.ts';
import { answer, series } from '../exchanges.ts';
import { CREATED, type Event, ITEM_DONE, sent, state } from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { message, response } from './bodies.ts';

type Members = Readonly<Record<string, unknown>>;

const SENT = {
  model: 'some-model',
  tools: ['find_boat', 'find_harbour'].map((name) => ({ type: 'function', name })),
};
const chosen = (name: string) => ({ ...SENT, tool_choice: { type: 'function', name } });

const call = (members: Members = {}) => ({
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'call_1',
  name: 'find_boat',
  arguments: '{"name":"Ana"}',
  ...members,
});
const HARBOUR = call({ name: 'find_harbour' });

/** A response with this output. */
const gives = (output: readonly unknown[], members: Members = {}, body: unknown = SENT) =>
  answer(response({ output, output_text: '', ...members }), { operation: 'responses', sent: body });

const PLACE = { item_id: 'fc_1', output_index: 0 };
const more = (delta: string): Event => ({
  type: 'response.function_call_arguments.delta',
  ...PLACE,
  delta,
});

/** A stream of one call, whose events have these arguments in the end. */
const streamed = (done: string, ofItem: string, ofAdded: Members = {}) =>
  sent(
    [
      CREATED,
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: call({ arguments: '', ...ofAdded }),
      },
      more('{"name":'),
      more('"Ana"}'),
      { type: 'response.function_call_arguments.done', ...PLACE, arguments: done },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: call({ arguments: ofItem }),
      },
      state('completed', { output: [call()] }),
    ],
    { sent: { ...SENT, stream: true } },
  );
const WHOLE = '{"name":"Ana"}';

/** A call that has begun, and its arguments. */
const CALLED: readonly Event[] = [
  { type: 'response.output_item.added', output_index: 0, item: call({ arguments: '' }) },
  more('{"name":'),
  more('"Ana"}'),
];

const NO_CALL = 'needs an answer that calls a function';

ruleTable(responsesToolCallShape, [
  passes('a call beside a message', gives([message('I look.'), call()])),
  passes('a call that has no id of its own', gives([call({ id: undefined })])),
  passes('a stream', streamed(WHOLE, WHOLE)),
  finds('a call without a call_id', gives([message('I look.'), call({ call_id: undefined })]), {
    actual: 'absent',
    where: 'output[1].call_id',
  }),
  finds('arguments as an object', gives([call({ arguments: { name: 'Ana' } })]), {
    expected: 'string',
    where: 'output[0].arguments',
  }),
  finds('a stream that begins a call without a name', streamed(WHOLE, WHOLE, { name: '' }), {
    expected: 'non-empty string',
    where: 'response.output_item.added, item.name',
  }),
  unverified('a response in text', gives([message('Hello')]), NO_CALL),
  unverified('a request without tools', gives([call()], {}, {}), 'needs a request that offers'),
]);

ruleTable(responsesToolArgumentsDone, [
  passes('arguments that are the same in each event', streamed(WHOLE, WHOLE)),
  finds('another text at the end', streamed('{"name":"An"}', WHOLE), {
    expected: WHOLE,
    actual: '{"name":"An"}',
    where: 'response.function_call_arguments.done, arguments',
  }),
  passes(
    'a message beside the call',
    sent([CREATED, ...CALLED, { ...ITEM_DONE, output_index: 0 }], { sent: SENT }),
  ),
  finds('an item with another text', streamed(WHOLE, '{}'), {
    actual: '{}',
    where: 'response.output_item.done, arguments',
  }),
  finds(
    'arguments of no item',
    sent([CREATED, ...CALLED, { ...more('{}'), output_index: 1 }], { sent: SENT }),
    {
      expected: 'that of an item',
      actual: 1,
      where: 'response.function_call_arguments.delta, output_index',
    },
  ),
]);

ruleTable(responsesToolArgumentsJson, [
  passes('a stream', streamed(WHOLE, WHOLE)),
  passes('an object', gives([call(), call({ arguments: '{}' })])),
  finds('a text that is cut', gives([call(), call({ arguments: '{"name":"A' })]), {
    expected: 'a JSON object',
    where: 'call 2, arguments',
  }),
  finds('an array', gives([call({ arguments: '[]' })]), { actual: '[]' }),
  unverified(
    'a stream that reached its limit',
    sent([CREATED, ...CALLED.slice(0, -1), state('incomplete')], { sent: SENT }),
    'needs a response that is complete',
  ),
  unverified(
    'a response that reached its limit',
    gives([call({ arguments: '{"na' })], { status: 'incomplete' }),
    'needs a response that is complete',
  ),
]);

ruleTable(responsesToolNamesOffered, [
  passes('functions of the request', gives([call(), HARBOUR])),
  finds('another one', gives([call({ name: 'find_car' })]), {
    expected: 'find_boat or find_harbour',
    actual: 'find_car',
    where: 'call 1, name',
  }),
]);

const SINGLE = { ...SENT, parallel_tool_calls: false };
const NONE = { ...SENT, tool_choice: 'none' };

ruleTable(responsesToolChoice, [
  passes('the function that is chosen', gives([HARBOUR], {}, chosen('find_harbour'))),
  passes('a text where the choice is none', gives([message('Hello')], {}, NONE)),
  passes('one call where no two are wanted', gives([call()], {}, SINGLE)),
  finds('another function', gives([call()], {}, chosen('find_harbour')), {
    expected: 'a call of find_harbour alone',
    actual: 'find_boat',
  }),
  finds(
    'a text in place of the chosen function',
    gives([message('Hello')], {}, chosen('find_boat')),
    { actual: 'none' },
  ),
  finds('a call where the choice is none', gives([call()], {}, NONE), { expected: 'no call' }),
  finds('two calls where one is wanted', gives([call(), HARBOUR], {}, SINGLE), {
    expected: 'one call',
    actual: 'find_boat, find_harbour',
  }),
  unverified(
    'a response that reached its limit',
    gives([message('He')], { status: 'incomplete' }, chosen('find_boat')),
    'needs a response that is complete',
  ),
  unverified('a request without a choice', gives([call()]), 'needs a tool_choice'),
]);

const OK = gives([message('It rains.')]);
const REFUSED = answer({ error: {} }, { operation: 'responses', status: 400 });

ruleTable(responsesToolOutputAccepted, [
  passes('an output that is accepted', series([gives([call()]), OK], { label: 'an output' })),
  finds('an output that is refused', series([gives([call()]), REFUSED], { label: 'an output' }), {
    expected: '2xx for an output',
    actual: 'status 400',
  }),
]);
