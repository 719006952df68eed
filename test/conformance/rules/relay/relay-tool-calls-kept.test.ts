import { relayToolCallsKept } from '../../../../src/conformance/rules/relay/relay-tool-calls-kept.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const FIND = { id: 'call_1', name: 'find', arguments: '{"a":1}' };
const SAIL = { id: 'call_2', name: 'sail', arguments: '{"b":2}' };
const sent = call({ answer: { toolCalls: [FIND, SAIL] } });

/** A call as a chat has it; `index` only in a stream. */
const part = (called: Partial<typeof FIND>, index?: number) => {
  const { id, name, arguments: text } = called;
  return { index, ...(id && { id, type: 'function' }), function: { name, arguments: text } };
};
const chat = (...calls: readonly unknown[]) =>
  answer({ choices: [{ message: { tool_calls: calls } }] });
const delta = (...calls: readonly unknown[]) =>
  event({ choices: [{ index: 0, delta: { tool_calls: calls } }] });
const chatStream = (...events: readonly string[]) => stream([...events, event('[DONE]')]);

const item = ({ id, name, arguments: text }: typeof FIND) => {
  return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: text };
};
const response = (...output: readonly unknown[]) => answer({ output }, { operation: 'responses' });
const responseStream = (...events: readonly object[]) =>
  stream(
    events.map((each) => event(each)),
    { operation: 'responses' },
  );
const added = (called: typeof FIND, at: number) => {
  const opened = item({ ...called, arguments: '' });
  return { type: 'response.output_item.added', output_index: at, item: opened };
};
const more = (text: string, at: number) => {
  return { type: 'response.function_call_arguments.delta', output_index: at, delta: text };
};
const done = (text: string, at: number) => {
  return { type: 'response.function_call_arguments.done', output_index: at, arguments: text };
};
const message = { type: 'message', content: [{ type: 'output_text', text: 'I look.' }] };

ruleTable(relayToolCallsKept, [
  { name: 'a chat with both', evidence: relay([chat(part(FIND), part(SAIL))], [sent]) },
  {
    name: 'a chat stream whose fragments alternate',
    evidence: relay(
      [
        chatStream(
          delta(part({ id: 'call_1', name: 'find', arguments: '' }, 0)),
          delta(part({ id: 'call_2', name: 'sail', arguments: '' }, 1)),
          delta(part({ arguments: '{"b"' }, 1), part({ arguments: '{"a"' }, 0)),
          delta(part({ arguments: ':2}' }, 1)),
          delta(part({ arguments: ':1}' }, 0)),
        ),
      ],
      [sent],
    ),
  },
  {
    name: 'a chat stream with whole calls, the second one first,',
    evidence: relay([chatStream(delta(part(SAIL, 3)), delta(part(FIND, 2)))], [sent]),
  },
  {
    name: 'a chat stream in which all parts have the index 0',
    evidence: relay([chatStream(delta(part(FIND, 0)), delta(part(SAIL, 0)))], [sent]),
    findings: [{ expected: 'tool calls: 2', actual: 'tool calls: 1' }],
  },
  {
    name: 'a chat stream whose first call has no index',
    evidence: relay([chatStream(delta(part(FIND)), delta(part(SAIL, 1)))], [sent]),
  },
  {
    name: 'a call of another choice beside both',
    evidence: relay(
      [
        chatStream(
          delta(part(FIND, 0), part(SAIL, 1)),
          event({ choices: [{ index: 1, delta: { tool_calls: [part(SAIL, 2)] } }] }),
        ),
      ],
      [sent],
    ),
  },
  {
    name: 'a fragment lost',
    evidence: relay([chat(part(FIND), part({ ...SAIL, arguments: '{"b"' }))], [sent]),
    findings: [{ where: 'tool call 2, arguments' }],
  },
  {
    name: 'ids and names swapped',
    evidence: relay(
      [chat(part({ ...FIND, id: 'call_2' }), part({ ...SAIL, name: 'find' }))],
      [sent],
    ),
    findings: [
      { expected: '"call_1" (6 characters)', where: 'tool call 1, id' },
      { expected: '"sail" (4 characters)', where: 'tool call 2, name' },
    ],
  },
  {
    name: 'a chat without calls',
    evidence: relay([answer({ choices: [{ message: { content: 'No.' } }] })], [sent]),
    findings: [{ expected: 'tool calls: 2', actual: 'tool calls: 0' }],
  },
  {
    name: 'a response with both',
    evidence: relay([response(message, item(FIND), item(SAIL))], [sent]),
  },
  {
    name: 'a response with one of them',
    evidence: relay([response(message, item(FIND))], [sent]),
    findings: [{ expected: 'tool calls: 2', actual: 'tool calls: 1' }],
  },
  {
    name: 'a response stream whose fragments alternate',
    evidence: relay(
      [
        responseStream(
          { type: 'response.output_item.added', output_index: 0, item: message },
          added(FIND, 1),
          added(SAIL, 2),
          more('{"a"', 1),
          more('{"b"', 2),
          more(':1}', 1),
          more(':2}', 2),
          done(FIND.arguments, 1),
        ),
      ],
      [sent],
    ),
  },
  {
    name: 'a response stream with whole arguments at the end',
    evidence: relay(
      [
        responseStream(
          added(FIND, 0),
          added(SAIL, 1),
          done(SAIL.arguments, 1),
          done(FIND.arguments, 0),
        ),
      ],
      [sent],
    ),
  },
  {
    name: 'a response stream that mixes the arguments',
    evidence: relay(
      [
        responseStream(
          added(FIND, 0),
          added(SAIL, 1),
          more(FIND.arguments, 1),
          more(SAIL.arguments, 0),
          more('lost', 9),
        ),
      ],
      [sent],
    ),
    findings: [{ where: 'tool call 1, arguments' }, { where: 'tool call 2, arguments' }],
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500 })], [sent]),
    unverifiable: 'a whole 2xx answer',
  },
  {
    name: 'an upstream that calls none',
    evidence: relay([chat()], [call()]),
    unverifiable: 'an upstream that calls a tool',
  },
]);
