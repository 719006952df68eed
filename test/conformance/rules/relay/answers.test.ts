import {
  relayFinishReasonKept,
  relayToolCallsKept,
  relayUsageUnchanged,
} from '../../../../src/conformance/rules/relay/answers.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const choice = (finish_reason: unknown) => ({ index: 0, delta: {}, finish_reason });
const body = (reason: unknown) => answer({ choices: [choice(reason)] });
const finished = (...reasons: readonly unknown[]) =>
  stream([...reasons.map((reason) => event({ choices: [choice(reason)] })), event('[DONE]')]);
const finishedCall = (finishReason: string) => call({ answer: { finishReason } });

const RESPONSES = { operation: 'responses' } as const;
const responseWith = (status: string) => answer({ status }, RESPONSES);
const finishedResponse = (finishReason: string) => call({ ...RESPONSES, answer: { finishReason } });

ruleTable(relayFinishReasonKept, [
  passes('the same reason', relay([body('length')], [finishedCall('length')])),
  passes('the same in a stream', relay([finished(null, 'length')], [finishedCall('length')])),
  finds('another reason', relay([body('stop')], [finishedCall('content_filter')]), {
    expected: 'content_filter',
    actual: 'stop',
    where: 'finish_reason',
  }),
  unverified(
    'an upstream without a reason',
    relay([body('stop')], [call()]),
    'an upstream that states a finish_reason',
  ),
  passes(
    'the status of a response',
    relay([responseWith('incomplete')], [finishedResponse('incomplete')]),
  ),
  finds(
    'another status of a response',
    relay([responseWith('completed')], [finishedResponse('incomplete')]),
    { expected: 'incomplete', actual: 'completed', where: 'status' },
  ),
  unverified(
    'a response that the gateway makes from a chat',
    relay([responseWith('completed')], [finishedCall('stop')]),
    'an upstream request of the same kind',
  ),
  unverified(
    'a stream that failed before its end',
    relay([finished(null)], [call({ failure: 'no-finish', answer: { finishReason: 'stop' } })]),
    'an upstream answer without a failure',
  ),
  unverified(
    'an image',
    relay([answer({}, { operation: 'images' })], [finishedCall('stop')]),
    'a text',
  ),
  unverified(
    'a failure',
    relay([answer({}, { status: 500 })], [finishedCall('stop')]),
    'a whole 2xx answer',
  ),
]);

const FIND = { id: 'call_1', name: 'find', arguments: '{"a":1}' };
const SAIL = { id: 'call_2', name: 'sail', arguments: '{"b":2}' };
const callingBoth = call({ answer: { toolCalls: [FIND, SAIL] } });

/** A call as a chat has it; `index` only in a stream. */
const part = (called: Partial<typeof FIND>, index?: number) => {
  const { id, name, arguments: text } = called;
  return { index, ...(id && { id, type: 'function' }), function: { name, arguments: text } };
};
const calling = (...calls: readonly unknown[]) =>
  answer({ choices: [{ message: { tool_calls: calls } }] });
const delta = (...calls: readonly unknown[]) =>
  event({ choices: [{ index: 0, delta: { tool_calls: calls } }] });
const chatStream = (...events: readonly string[]) => stream([...events, event('[DONE]')]);

const item = ({ id, name, arguments: text }: typeof FIND) => {
  return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: text };
};
const callingResponse = (...output: readonly unknown[]) =>
  answer({ output }, { operation: 'responses' });
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
  passes('a chat with both', relay([calling(part(FIND), part(SAIL))], [callingBoth])),
  passes(
    'a chat stream whose fragments alternate',
    relay(
      [
        chatStream(
          delta(part({ id: 'call_1', name: 'find', arguments: '' }, 0)),
          delta(part({ id: 'call_2', name: 'sail', arguments: '' }, 1)),
          delta(part({ arguments: '{"b"' }, 1), part({ arguments: '{"a"' }, 0)),
          delta(part({ arguments: ':2}' }, 1)),
          delta(part({ arguments: ':1}' }, 0)),
        ),
      ],
      [callingBoth],
    ),
  ),
  passes(
    'a chat stream with whole calls, the second one first,',
    relay([chatStream(delta(part(SAIL, 3)), delta(part(FIND, 2)))], [callingBoth]),
  ),
  finds(
    'a chat stream in which all parts have the index 0',
    relay([chatStream(delta(part(FIND, 0)), delta(part(SAIL, 0)))], [callingBoth]),
    { expected: 'tool calls: 2', actual: 'tool calls: 1' },
  ),
  passes(
    'a chat stream whose first call has no index',
    relay([chatStream(delta(part(FIND)), delta(part(SAIL, 1)))], [callingBoth]),
  ),
  passes(
    'a call of another choice beside both',
    relay(
      [
        chatStream(
          delta(part(FIND, 0), part(SAIL, 1)),
          event({ choices: [{ index: 1, delta: { tool_calls: [part(SAIL, 2)] } }] }),
        ),
      ],
      [callingBoth],
    ),
  ),
  finds(
    'a fragment lost',
    relay([calling(part(FIND), part({ ...SAIL, arguments: '{"b"' }))], [callingBoth]),
    { where: 'tool call 2, arguments' },
  ),
  passes(
    'a response with both',
    relay([callingResponse(message, item(FIND), item(SAIL))], [callingBoth]),
  ),
  passes(
    'a response stream whose fragments alternate',
    relay(
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
      [callingBoth],
    ),
  ),
  passes(
    'a response stream with whole arguments at the end',
    relay(
      [
        responseStream(
          added(FIND, 0),
          added(SAIL, 1),
          done(SAIL.arguments, 1),
          done(FIND.arguments, 0),
        ),
      ],
      [callingBoth],
    ),
  ),
  finds(
    'a response stream that mixes the arguments',
    relay(
      [
        responseStream(
          added(FIND, 0),
          added(SAIL, 1),
          more(FIND.arguments, 1),
          more(SAIL.arguments, 0),
          more('lost', 9),
        ),
      ],
      [callingBoth],
    ),
    { where: 'tool call 1, arguments' },
    { where: 'tool call 2, arguments' },
  ),
  unverified(
    'a failure',
    relay([answer({}, { status: 500 })], [callingBoth]),
    'a whole 2xx answer',
  ),
  unverified(
    'an upstream that calls none',
    relay([calling()], [call()]),
    'an upstream that calls a tool',
  ),
]);

const usage = { prompt_tokens: 7, completion_tokens: 11, total_tokens: 18 };
const OF_RESPONSE = { input_tokens: 7, output_tokens: 11, total_tokens: 18 };
const stated = (counts: unknown) => call({ answer: { usage: counts } });
const usageStream = (counts: unknown) =>
  stream([event({ choices: [], usage: null }), event({ choices: [], usage: counts })]);

const CACHED = { prompt_tokens_details: { cached_tokens: 5 } };

ruleTable(relayUsageUnchanged, [
  passes('the usage of a stream', relay([usageStream(usage)], [stated(usage)])),
  passes(
    'the usage of a response that a chat gave',
    relay([answer({ usage: OF_RESPONSE }, { operation: 'responses' })], [stated(usage)]),
  ),
  passes(
    'usage without the details, or with others',
    relay(
      [answer({ usage: { ...usage, prompt_tokens_details: { audio_tokens: 0 } } })],
      [stated({ ...usage, ...CACHED })],
    ),
  ),
  finds(
    'cached tokens that are forgotten',
    relay(
      [answer({ usage: { ...usage, prompt_tokens_details: { cached_tokens: 0 } } })],
      [stated({ ...usage, ...CACHED })],
    ),
    { expected: '5', actual: 0, where: 'usage, cached_tokens of the details' },
  ),
  finds(
    'a count of the gateway in one body',
    relay([answer({ usage: { ...usage, prompt_tokens: 5 } })], [stated(usage)]),
    { expected: '7', actual: 5, where: 'usage.prompt_tokens' },
  ),
  finds(
    'counts of the gateway in a stream',
    relay(
      [usageStream({ prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 })],
      [stated(usage)],
    ),
    { where: 'usage.completion_tokens' },
    { where: 'usage.total_tokens' },
  ),
  unverified(
    'an answer without usage',
    relay([answer({})], [stated(usage)]),
    'an answer with usage',
  ),
  unverified(
    'an upstream without usage',
    relay([answer({ usage })], [call()]),
    'an upstream that states usage',
  ),
  passes(
    'the usage of an image',
    relay([answer({ usage: OF_RESPONSE }, { operation: 'images' })], [stated(OF_RESPONSE)]),
  ),
  finds(
    'the usage of an upload that the gateway estimates',
    relay(
      [answer({ usage: { ...OF_RESPONSE, input_tokens: 1 } }, { operation: 'transcription' })],
      [stated(OF_RESPONSE)],
    ),
    { expected: '7', actual: 1, where: 'usage.input_tokens' },
  ),
  unverified(
    'a video',
    relay([answer({}, { operation: 'video-create' })], [stated(usage)]),
    'an answer with a text or an image',
  ),
  unverified(
    'a failure',
    relay([answer({ usage }, { status: 500 })], [stated(usage)]),
    'a whole 2xx answer',
  ),
]);
