import { chatChunks, chatStreamText } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { member } from '../../../answers/json.ts';
import { describeOutcome, narrow, type Stream } from '../../../answers/narrow.ts';
import { requestsModel, requestsStream, sentBodyOf } from '../../../answers/sent-body.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { ErrorWrapperSchema } from '../../../contract/error.ts';
import { DONE } from '../../../contract/stream-events.ts';
import { countText } from '../../../input/count-text.ts';
import { begunRule, replyRule, seriesRule, streamRule } from '../../declare.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { textDifference } from '../../findings/differences.ts';
import { refusedInBand } from '../../findings/reported-failure.ts';
import { abandonedStreams, failingStream, shortStream } from '../../probes/answers.ts';
import { echoStream } from '../../probes/echoes.ts';
import { need } from '../../rule.ts';

export const chatStreamOffered = replyRule('chat-stream-offered', {
  level: 'must',
  stated:
    'interface §Endpoints rule 1: "POST /chat/completions and POST /responses can answer either as one synchronous body or as a stream."',
  statement:
    'POST /chat/completions returns an event stream, without an error event, if the stream switch is on.',
  harm: 'A client that requested a stream reads events: with one JSON body it shows nothing, or fails after the user waited for the whole answer.',
  provenBy: 'cs-ignore-stream',
  settings: ['streamField'],
  probe: shortStream,
  *judge(reply, expect) {
    need(requestsStream(reply.exchange, expect.streamField), 'a request with the stream switch on');
    if (reply.form === 'body') {
      yield { expected: 'text/event-stream', actual: reply.mediaType, where: 'content-type' };
      return;
    }
    yield* refusedInBand(reply);
    if (failsInBand(reply) && reply.exchange.expected === 'accepted') return;
    need(!failsInBand(reply), 'a stream without a failure');
    if (!chatChunks(reply).some(({ choices }) => choices.length > 0)) {
      const actual = `${countText(reply.events.length, 'event')}, none with a choice`;
      yield { expected: 'at least one event with a choice', actual };
    }
  },
});

export const chatStreamDonePresent = streamRule('chat-stream-done-present', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, DoneEvent',
  statement: 'A successful chat stream has the event [DONE].',
  harm: '[DONE] shows a client that the answer is whole and not cut off by a proxy: without it the user gets half a sentence as if it were all, or waits for a time-out.',
  provenBy: 'cs-no-done',
  probe: shortStream,
  *judge(stream) {
    need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
    const { events } = stream;
    if (events.some(({ data }) => data === DONE)) return;
    const last = events.at(-1);
    yield {
      expected: `data: ${DONE} at the end`,
      actual: last === undefined ? 'a stream without events' : `a stream that ends without ${DONE}`,
      ...(last && { atMs: last.atMs }),
    };
  },
});

export const chatStreamDoneOnceLast = streamRule('chat-stream-done-once-last', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, DoneEvent',
  statement: 'Nothing follows [DONE] in a chat stream, not even a second [DONE].',
  harm: 'Clients stop reading at [DONE]: they lose what follows, and find it at the start of the next answer on a reused connection.',
  provenBy: 'cs-chunk-after-done',
  probe: shortStream,
  *judge({ events }) {
    const done = events.findIndex(({ data }) => data === DONE);
    need(done !== -1, 'a stream with [DONE]', 'chat-stream-done-present');

    for (const { data, atMs } of events.slice(done + 1)) {
      yield { expected: 'end of stream after [DONE]', actual: `a further event: ${data}`, atMs };
    }
  },
});

/** With fewer, each delta could begin with the previous one by chance. */
const DELTAS_TO_TELL = 4;

export const chatStreamAssemblyEqualsSync = streamRule('chat-stream-assembly-equals-sync', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionStreamResponseDelta; the meaning of a delta',
  statement:
    'The joined deltas of a chat stream are the text that the same request returns in one body.',
  harm: 'The user reads the joined deltas: a lost or repeated delta changes the answer, and nothing else in the stream shows it.',
  provenBy: 'cs-drop-one-delta',
  settings: ['echoModel'],
  probe: echoStream,
  *judge(stream, expect) {
    need(!failsInBand(stream), 'a stream without a failure', 'chat-stream-offered');
    need(chatChunks(stream).length > 0, 'a stream with chunks');
    if (requestsModel(stream.exchange, expect.echoModel)) {
      const prompt = sentBodyOf(stream.exchange)?.prompt;
      need(prompt !== undefined, 'a prompt to compare with');
      const difference = textDifference(prompt, chatStreamText(stream));
      if (difference) yield { ...difference, where: 'choices[0].delta.content, joined' };
      return;
    }
    const deltas = contentDeltas(stream);
    need(deltas.length > 0, 'a stream with a delta of text');
    if (!isCumulative(deltas)) return;
    need(deltas.length >= DELTAS_TO_TELL, `a stream of at least ${DELTAS_TO_TELL} deltas`);
    const [before = '', last = ''] = deltas.slice(-2);
    yield { expected: 'only new text in each delta', actual: `${before} → ${last}` };
  },
});

function contentDeltas(stream: Stream): readonly string[] {
  return chatChunks(stream)
    .flatMap(({ choices }) => choices)
    .filter(({ index, content }) => index === 0 && content !== '')
    .map(({ content }) => content);
}

function isCumulative(deltas: readonly string[]): boolean {
  // A single delta repeats nothing.
  if (deltas.length < 2) return false;
  return deltas.every((delta, at) => {
    const before = deltas[at - 1] ?? '';
    return delta.length > before.length && delta.startsWith(before);
  });
}

export const chatStreamErrorInBand = begunRule('chat-stream-error-in-band', {
  level: 'must',
  assumed: 'openai-node, streaming.js (throws on data.error); any-llm #847',
  statement:
    'If the model fails during a chat stream, the stream sends the error wrapper as an event before it ends.',
  harm: 'If the stream does not report a failure, half an answer looks whole.',
  provenBy: 'cs-silent-truncate',
  needs: ['failure-trigger'],
  settings: ['failingMidStreamModel'],
  probe: failingStream,
  *judge(reply, expect) {
    const fails = requestsModel(reply.exchange, expect.failingMidStreamModel);
    need(fails, 'a request to the failing model');
    need(reply.form === 'stream', 'a failure after the stream has begun');
    const chunks = chatChunks(reply);
    const failure = chunks.find(({ json }) => (json.error ?? null) !== null);
    if (failure === undefined) {
      const actual = `${countText(chunks.length, 'chunk')} without an error, then the end`;
      yield { expected: 'an event with an error', actual };
      return;
    }
    for (const found of contradictions(ErrorWrapperSchema.shape.error, failure.json.error)) {
      yield { ...found, where: `error.${found.where ?? ''}`, atMs: failure.event.atMs };
    }
  },
});

export const chatStreamErrorNotDisguised = begunRule('chat-stream-error-not-disguised', {
  level: 'must',
  assumed: 'BerriAI/litellm#32086',
  statement:
    'A failed chat stream never has finish_reason "stop", nor [DONE] without an error before it.',
  harm: 'Clients store, show and act on half an answer if it ends like a whole one.',
  provenBy: 'cs-error-then-stop',
  needs: ['failure-trigger'],
  settings: ['failingMidStreamModel'],
  probe: failingStream,
  *judge(reply, expect) {
    const fails = requestsModel(reply.exchange, expect.failingMidStreamModel);
    need(fails, 'a request to the failing model');
    need(reply.form === 'stream', 'a failure after the stream has begun');
    for (const { event, choices } of chatChunks(reply)) {
      if (!choices.some(({ finishReason }) => finishReason === 'stop')) continue;
      const where = 'choices[0].finish_reason';
      yield { expected: 'no finish_reason "stop"', actual: 'stop', where, atMs: event.atMs };
    }
    const done = reply.events.find(({ data }) => data === DONE);
    if (done && !failsInBand(reply)) {
      yield { expected: `an error before ${DONE}`, actual: DONE, atMs: done.atMs };
    }
  },
});

export const chatStreamAbortFrees = seriesRule('chat-stream-abort-frees', {
  level: 'should',
  assumed: 'BerriAI/litellm#13774; BerriAI/litellm#33736',
  statement:
    'A client that disconnects during a stream frees its slot, and later requests of the same account succeed.',
  harm: 'Requests of users who closed a tab keep running: the service fills up with work that has no reader.',
  provenBy: 'cs-leak-on-abort',
  measuresTime: true,
  probe: abandonedStreams,
  *judge({ exchanges }) {
    const abandoned = exchanges.filter(({ outcome }) => outcome === 'aborted');
    need(abandoned.length > 0, 'streams that the client dropped before their end');
    const after = exchanges.find(
      ({ operation, outcome }) => operation === 'chat' && outcome !== 'aborted',
    );
    need(
      after && (isSettled(after) || after.outcome === 'timed-out'),
      'an answer after the dropped streams',
    );
    if (!isAccepted(after)) {
      const actual = describeOutcome(after);
      yield { expected: '2xx after the dropped streams', actual, exchange: after };
    }
    const last = exchanges.findLast(({ operation }) => operation === 'other');
    if (last === undefined) return;
    const inFlight = member(narrow('answer', last)?.json, 'inFlight');
    need(typeof inFlight === 'number', 'a count of requests in flight');
    if (inFlight > 0) {
      yield { expected: 'no request in flight', actual: inFlight, exchange: last };
    }
  },
});
