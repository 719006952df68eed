import {
  relayFinishReasonKept,
  relayToolCallsKept,
  relayUsageUnchanged,
} from '../../../../src/conformance/rules/relay/answers.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const choice = (finish_reason: unknown) => ({ index: 0, delta: {}, finish_reason });
const body = (reason: unknown) => answer({ choices: [choice(reason)] });
const finished = (...reasons: readonly unknown[]) =>
  stream([...reasons.map((reason) => event({ choices: [choice(reason)] })), event('[DONE]')]);
const finishedCall = (finishReason: string) => call({ answer: { finishReason } });

const RESPONSES = { operation: 'responses' } as const;
const responseWith = (status: string) => answer({ status }, RESPONSES);
const finishedResponse = (finishReason: string) => call({ ...RESPONSES, answer: { finishReason } });

ruleTable(relayFinishReasonKept, [
  { name: 'the same reason', evidence: relay([body('length')], [finishedCall('length')]) },
  {
    name: 'the same in a stream',
    evidence: relay([finished(null, 'length')], [finishedCall('length')]),
  },
  {
    name: 'another reason',
    evidence: relay([body('stop')], [finishedCall('content_filter')]),
    findings: [{ expected: 'content_filter', actual: 'stop', where: 'finish_reason' }],
  },
  {
    name: 'another reason in a stream',
    evidence: relay([finished(null, 'stop')], [finishedCall('length')]),
    findings: [{ expected: 'length', actual: 'stop' }],
  },
  {
    name: 'an upstream without a reason',
    evidence: relay([body('stop')], [call()]),
    unverifiable: 'an upstream that states a finish_reason',
  },
  {
    name: 'the status of a response',
    evidence: relay([responseWith('incomplete')], [finishedResponse('incomplete')]),
  },
  {
    name: 'another status of a response',
    evidence: relay([responseWith('completed')], [finishedResponse('incomplete')]),
    findings: [{ expected: 'incomplete', actual: 'completed', where: 'status' }],
  },
  {
    name: 'a response that the gateway makes from a chat',
    evidence: relay([responseWith('completed')], [finishedCall('stop')]),
    unverifiable: 'an upstream request of the same kind',
  },
  {
    name: 'a stream that failed before its end',
    evidence: relay(
      [finished(null)],
      [call({ failure: 'no-finish', answer: { finishReason: 'stop' } })],
    ),
    unverifiable: 'an upstream answer without a failure',
  },
  {
    name: 'an image',
    evidence: relay([answer({}, { operation: 'images' })], [finishedCall('stop')]),
    unverifiable: 'a text',
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500 })], [finishedCall('stop')]),
    unverifiable: 'a whole 2xx answer',
  },
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
  { name: 'a chat with both', evidence: relay([calling(part(FIND), part(SAIL))], [callingBoth]) },
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
      [callingBoth],
    ),
  },
  {
    name: 'a chat stream with whole calls, the second one first,',
    evidence: relay([chatStream(delta(part(SAIL, 3)), delta(part(FIND, 2)))], [callingBoth]),
  },
  {
    name: 'a chat stream in which all parts have the index 0',
    evidence: relay([chatStream(delta(part(FIND, 0)), delta(part(SAIL, 0)))], [callingBoth]),
    findings: [{ expected: 'tool calls: 2', actual: 'tool calls: 1' }],
  },
  {
    name: 'a chat stream whose first call has no index',
    evidence: relay([chatStream(delta(part(FIND)), delta(part(SAIL, 1)))], [callingBoth]),
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
      [callingBoth],
    ),
  },
  {
    name: 'a fragment lost',
    evidence: relay([calling(part(FIND), part({ ...SAIL, arguments: '{"b"' }))], [callingBoth]),
    findings: [{ where: 'tool call 2, arguments' }],
  },
  {
    name: 'a response with both',
    evidence: relay([callingResponse(message, item(FIND), item(SAIL))], [callingBoth]),
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
      [callingBoth],
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
      [callingBoth],
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
      [callingBoth],
    ),
    findings: [{ where: 'tool call 1, arguments' }, { where: 'tool call 2, arguments' }],
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500 })], [callingBoth]),
    unverifiable: 'a whole 2xx answer',
  },
  {
    name: 'an upstream that calls none',
    evidence: relay([calling()], [call()]),
    unverifiable: 'an upstream that calls a tool',
  },
]);

const usage = { prompt_tokens: 7, completion_tokens: 11, total_tokens: 18 };
const OF_RESPONSE = { input_tokens: 7, output_tokens: 11, total_tokens: 18 };
const stated = (counts: unknown) => call({ answer: { usage: counts } });
const usageStream = (counts: unknown) =>
  stream([event({ choices: [], usage: null }), event({ choices: [], usage: counts })]);
const usageOfResponse = (counts: unknown) =>
  stream([event({ type: 'response.completed', response: { usage: counts } })], {
    operation: 'responses',
  });

const CACHED = { prompt_tokens_details: { cached_tokens: 5 } };

ruleTable(relayUsageUnchanged, [
  { name: 'the same usage', evidence: relay([answer({ usage })], [stated(usage)]) },
  { name: 'the usage of a stream', evidence: relay([usageStream(usage)], [stated(usage)]) },
  {
    name: 'the usage of a response',
    evidence: relay([usageOfResponse(OF_RESPONSE)], [stated(OF_RESPONSE)]),
  },
  {
    name: 'the usage of a response that a chat gave',
    evidence: relay([answer({ usage: OF_RESPONSE }, { operation: 'responses' })], [stated(usage)]),
  },
  {
    name: 'usage without the details, or with others',
    evidence: relay(
      [answer({ usage: { ...usage, prompt_tokens_details: { audio_tokens: 0 } } })],
      [stated({ ...usage, ...CACHED })],
    ),
  },
  {
    name: 'cached tokens that are forgotten',
    evidence: relay(
      [answer({ usage: { ...usage, prompt_tokens_details: { cached_tokens: 0 } } })],
      [stated({ ...usage, ...CACHED })],
    ),
    findings: [{ expected: '5', actual: 0, where: 'usage, cached_tokens of the details' }],
  },
  {
    name: 'a count of the gateway in one body',
    evidence: relay([answer({ usage: { ...usage, prompt_tokens: 5 } })], [stated(usage)]),
    findings: [{ expected: '7', actual: 5, where: 'usage.prompt_tokens' }],
  },
  {
    name: 'counts of the gateway in a stream',
    evidence: relay(
      [usageStream({ prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 })],
      [stated(usage)],
    ),
    findings: [{ where: 'usage.completion_tokens' }, { where: 'usage.total_tokens' }],
  },
  {
    name: 'an answer without usage',
    evidence: relay([answer({})], [stated(usage)]),
    unverifiable: 'an answer with usage',
  },
  {
    name: 'an upstream without usage',
    evidence: relay([answer({ usage })], [call()]),
    unverifiable: 'an upstream that states usage',
  },
  {
    name: 'the usage of an image',
    evidence: relay(
      [answer({ usage: OF_RESPONSE }, { operation: 'images' })],
      [stated(OF_RESPONSE)],
    ),
  },
  {
    name: 'the usage of an upload that the gateway estimates',
    evidence: relay(
      [answer({ usage: { ...OF_RESPONSE, input_tokens: 1 } }, { operation: 'transcription' })],
      [stated(OF_RESPONSE)],
    ),
    findings: [{ expected: '7', actual: 1, where: 'usage.input_tokens' }],
  },
  {
    name: 'a video',
    evidence: relay([answer({}, { operation: 'video-create' })], [stated(usage)]),
    unverifiable: 'an answer with a text or an image',
  },
  {
    name: 'a failure',
    evidence: relay([answer({ usage }, { status: 500 })], [stated(usage)]),
    unverifiable: 'a whole 2xx answer',
  },
]);
