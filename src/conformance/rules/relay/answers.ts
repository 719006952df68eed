import { chatChunks } from '../../../answers/chat-chunks.ts';
import { contentCoding, decodes, withoutCoding } from '../../../answers/content-coding.ts';
import { imageDigests } from '../../../answers/images/image-items.ts';
import {
  isJsonObject,
  type JsonObject,
  member,
  objectsIn,
  parseJsonBytes,
} from '../../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../../answers/narrow.ts';
import {
  chatFinish,
  givenText,
  replyRefusal,
  replyText,
  responseBody,
} from '../../../answers/reply.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { requestsStream, sentBodyOf, sentText } from '../../../answers/sent-body.ts';
import { toolCalls } from '../../../answers/tool-calls.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { relayRule } from '../../declare.ts';
import { textDifference } from '../../findings/differences.ts';
import { needOrdinaryRelay } from '../../findings/unusual-stream.ts';
import { needCalls, needServingCall } from '../../findings/upstream-calls.ts';
import {
  relayedCrowd,
  relayedFinishes,
  relayedImages,
  relayedRefusals,
  relayedTexts,
  relayedToolCalls,
  relayedUsage,
} from '../../probes/relay/answers.ts';
import { encodedUpstream } from '../../probes/relay/streams.ts';
import { appliesTo, need } from '../../rule.ts';

export const relayTextUnchanged = relayRule('relay-text-unchanged', {
  level: 'must',
  assumed: 'fidelity: the answer is that of the model',
  statement: 'The joined text of a stream is the text that the upstream sent.',
  harm: 'A token that is lost, doubled or changed on the way changes an answer, and nothing shows it.',
  provenBy: 'relay-drop-token',
  operations: ['chat', 'responses'],
  settings: ['streamField'],
  alsoFrom: ['traffic'],
  probe: relayedTexts,
  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    const isStreamed = exchange && requestsStream(exchange, expect.streamField);
    appliesTo(isStreamed, 'a request for a stream');
    const stream = exchange && narrow('stream', exchange);
    need(stream, 'a whole 2xx event stream');
    const sent = needServingCall(relay).answer.text;
    need(sent !== undefined, 'a text of at most 1 MiB');
    const difference = textDifference(sent, replyText(stream) ?? '');
    if (difference) yield { ...difference, where: 'the joined text', exchange };
  },
});

export const relayBodyUnchanged = relayRule('relay-body-unchanged', {
  level: 'must',
  assumed: 'fidelity: the answer is that of the model',
  statement: 'The text of an answer with one body is the text that the upstream sent.',
  harm: 'Text that the model wrote and the gateway changed is an answer that no model gave.',
  provenBy: 'relay-trim-answer',
  operations: ['chat', 'responses', 'transcription'],
  settings: ['streamField'],
  alsoFrom: ['traffic'],
  probe: relayedTexts,
  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    const { operations } = relayBodyUnchanged;
    const isOfText = operations.some((operation) => operation === exchange?.operation);
    appliesTo(isOfText, 'a request for a text');
    const isStreamed = exchange && requestsStream(exchange, expect.streamField);
    appliesTo(isStreamed !== true, 'a request for one body');
    const answer = exchange && narrow('answer', exchange);
    need(answer, 'a whole 2xx answer with one body');
    const sent = needServingCall(relay).answer.text;
    need(sent !== undefined, 'a text of at most 1 MiB');
    const difference = textDifference(sent, givenText(answer) ?? '');
    if (difference) yield { ...difference, where: 'the text', exchange };
  },
});

export const relayEncodedBody = relayRule('relay-encoded-body', {
  level: 'must',
  assumed: 'RFC 9110 §8.4',
  statement: 'A gzip body of the upstream arrives decoded, or with its Content-Encoding.',
  harm: 'A client that is not informed of the coding gets bytes that it cannot read.',
  provenBy: 'relay-gzip-mislabelled',
  operations: ['chat', 'responses'],
  probe: encodedUpstream,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    needOrdinaryRelay(relay);
    const isEncoded = relay.upstream.at(-1)?.failure === 'gzip';
    appliesTo(exchange && isEncoded, 'another answer of the upstream');
    const sent = needServingCall(relay).answer.text;
    need(sent !== undefined, 'a text of at most 1 MiB');
    const plain = withoutCoding(exchange);
    if (plain === undefined) {
      const coding = contentCoding(exchange);
      const isFalse = decodes(coding, exchange.answer?.body ?? Buffer.alloc(0)) === false;
      need(isFalse, `a coding that Assay knows: ${coding}`);
      yield { expected: `a body in ${coding}`, actual: 'other bytes', exchange };
      return;
    }
    const reply = narrow('reply', plain);
    const difference = textDifference(sent, (reply && replyText(reply)) ?? '');
    if (difference) yield { ...difference, where: 'the text', exchange };
  },
});

export const relayRefusalKept = relayRule('relay-refusal-kept', {
  level: 'should',
  assumed: 'OpenAI API reference, the refusal of a message and of an output item',
  statement: 'The refusal of a model reaches the caller as a refusal, whole.',
  harm: 'The caller gets an empty answer, and nothing says that the model refused.',
  provenBy: 'relay-drop-refusal',
  operations: ['chat', 'responses'],
  probe: relayedRefusals,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    const reply = exchange && narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const sent = needServingCall(relay).answer.refusal;
    need(sent !== undefined, 'an upstream that refuses');
    const difference = textDifference(sent, replyRefusal(reply));
    if (difference) yield { ...difference, where: 'the refusal', exchange };
  },
});

export const relayFinishReasonKept = relayRule('relay-finish-reason-kept', {
  level: 'must',
  assumed: 'OpenAI API reference, the chat completion object and the response object',
  statement:
    'The finish_reason of a chat, and the status of a response, is the one that the upstream stated.',
  harm: 'An answer that was cut at its limit, or filtered, is taken for a whole one.',
  provenBy: 'relay-finish-always-stop',
  operations: ['chat', 'responses'],
  alsoFrom: ['traffic', 'every probe'],
  probe: relayedFinishes,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    appliesTo(exchange?.operation === 'chat' || exchange?.operation === 'responses', 'a text');
    const reply = narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const call = needServingCall(relay);
    // What it meant to state may not have been sent.
    appliesTo(call.failure === undefined, 'an upstream answer without a failure');
    need(call.operation === exchange.operation, 'an upstream request of the same kind');
    const expected = call.answer.finishReason;
    need(expected !== undefined, 'an upstream that states a finish_reason');
    const actual = finishOf(reply);
    if (actual === expected) return;
    yield {
      expected,
      actual,
      where: exchange.operation === 'chat' ? 'finish_reason' : 'status',
      exchange,
    };
  },
});

function finishOf(reply: Answer | Stream): unknown {
  return reply.exchange.operation === 'responses' ? statusOf(reply) : chatFinish(reply);
}

/** The status of a response: in a stream that of its last event. */
function statusOf(reply: Answer | Stream): unknown {
  if (reply.form === 'body') return member(reply.json, 'status');
  const last = responseEvents(reply).findLast(({ json }) => isJsonObject(json.response));
  return member(last?.json.response, 'status');
}

export const relayToolCallsKept = relayRule('relay-tool-calls-kept', {
  level: 'must',
  assumed:
    'OpenAI API reference, function calling: a client joins the parts of a call by its index',
  statement: 'Each tool call of the upstream arrives with its id, name and arguments.',
  harm: 'A tool is called with the arguments of another one, or with a text that is not JSON.',
  provenBy: 'relay-tool-index-zero',
  operations: ['chat', 'responses'],
  probe: relayedToolCalls,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    const reply = exchange && narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const sent = objectsIn(needServingCall(relay).answer.toolCalls);
    need(sent.length > 0, 'an upstream that calls a tool');
    const arrived = toolCalls(reply);
    if (arrived.length !== sent.length) {
      yield {
        expected: `tool calls: ${sent.length}`,
        actual: `tool calls: ${arrived.length}`,
        exchange,
      };
      return;
    }
    for (const [at, call] of arrived.entries()) {
      for (const part of ['id', 'name', 'arguments'] as const) {
        const difference = textDifference(String(member(sent[at], part)), call[part]);
        if (difference) yield { ...difference, where: `tool call ${at + 1}, ${part}`, exchange };
      }
    }
  },
});

/** A video job states none. */
const WITH_USAGE = ['chat', 'responses', 'images', 'transcription'] as const;

/** Chat names and those of all others: a gateway may translate between the two. */
const COUNTS = [
  ['prompt_tokens', 'input_tokens'],
  ['completion_tokens', 'output_tokens'],
  ['total_tokens', 'total_tokens'],
] as const;

/** Parts of those, which have prices of their own. */
const DETAILS = [
  ['prompt_tokens_details', 'input_tokens_details'],
  ['completion_tokens_details', 'output_tokens_details'],
] as const;

export const relayUsageUnchanged = relayRule('relay-usage-unchanged', {
  level: 'must',
  assumed: 'billing: usage is what the provider counted',
  statement: 'The usage that a caller sees is the usage that the upstream stated.',
  harm: 'Callers are billed by usage: with figures of the gateway, the bill is wrong.',
  provenBy: 'relay-usage-estimated',
  operations: WITH_USAGE,
  alsoFrom: ['traffic'],
  probe: relayedUsage,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    appliesTo(exchange && statesUsage(exchange), 'an answer with a text or an image');
    const reply = narrow('reply', exchange);
    need(reply, 'a whole 2xx answer');
    const stated = needServingCall(relay).answer.usage;
    need(isJsonObject(stated), 'an upstream that states usage');
    const shown = usageOf(reply);
    need(shown, 'an answer with usage');
    for (const names of COUNTS) {
      const [expected, actual] = [stated, shown].map((usage) => countOf(usage, names));
      if (expected === undefined || expected === actual) continue;
      const [chat, other] = names;
      const name = exchange.operation === 'chat' ? chat : other;
      yield { expected: `${expected}`, actual, where: `usage.${name}`, exchange };
    }
    for (const names of DETAILS) {
      const [expected, actual] = [stated, shown].map((usage) => countOf(usage, names));
      if (!isJsonObject(expected) || !isJsonObject(actual)) continue;
      for (const [name, count] of Object.entries(actual)) {
        // A gateway may omit what it does not know, or add a zero.
        if (expected[name] === undefined || expected[name] === count) continue;
        const where = `usage, ${name} of the details`;
        yield { expected: `${String(expected[name])}`, actual: count, where, exchange };
      }
    }
  },
});

function statesUsage({ operation }: Exchange): boolean {
  return WITH_USAGE.some((each) => each === operation);
}

function usageOf(reply: Answer | Stream): JsonObject | undefined {
  const usage = isOfChatStream(reply)
    ? chatChunks(reply).findLast(({ json }) => isJsonObject(json.usage))?.json.usage
    : member(responseBody(reply), 'usage');
  return isJsonObject(usage) ? usage : undefined;
}

function isOfChatStream(reply: Answer | Stream): reply is Stream {
  return reply.form === 'stream' && reply.exchange.operation === 'chat';
}

function countOf(usage: JsonObject, names: readonly string[]): unknown {
  return names.map((name) => usage[name]).find((count) => count !== undefined);
}

export const relayImageUnchanged = relayRule('relay-image-unchanged', {
  level: 'must',
  assumed: 'OpenAI API reference, the image object: b64_json is the generated image',
  statement:
    'The images of an answer are those that the upstream sent, with the same bytes, none missing, and with the prompts that it revised.',
  harm: 'An image with other bytes has lost quality, or what its provider wrote into it about its origin.',
  provenBy: 'relay-image-reencoded',
  operations: ['images'],
  probe: relayedImages,
  *judge(relay) {
    const [exchange] = relay.exchanges;
    const answer = exchange && narrow('answer', exchange);
    need(answer, 'a whole 2xx answer');
    const { contentSha256: sent, body } = needServingCall(relay).answer;
    const arrived = imageDigests(answer);
    need(arrived.length > 0, 'an image in base64', 'images-shape');
    for (const [at, { where, sizeBytes, sha256 }] of arrived.entries()) {
      if (sha256 === sent[at]) continue;
      yield {
        expected: sent[at] === undefined ? 'no further image' : `SHA-256 ${sent[at]}`,
        actual: `SHA-256 ${sha256} (${sizeBytes} bytes)`,
        where: `${where}.b64_json`,
        exchange,
      };
    }
    const n = sentBodyOf(exchange)?.body.n;
    const wanted = Math.min(sent.length, typeof n === 'number' ? n : 1);
    for (let at = arrived.length; at < wanted; at += 1) {
      yield {
        expected: `SHA-256 ${sent[at]}`,
        actual: 'no image',
        where: `data[${at}].b64_json`,
        exchange,
      };
    }
    const revised = revisedPrompts(parseJsonBytes(body));
    for (const [at, actual = 'none'] of revisedPrompts(answer.json).entries()) {
      const expected = revised[at];
      if (typeof expected !== 'string' || actual === expected) continue;
      yield { expected, actual, where: `data[${at}].revised_prompt`, exchange };
    }
  },
});

/** What each item of an answer has there; none of an answer that is too large to be kept whole. */
function revisedPrompts(json: unknown): readonly unknown[] {
  const data = member(json, 'data');
  return Array.isArray(data) ? data.map((item) => member(item, 'revised_prompt')) : [];
}

export const relayNoCrossTalk = relayRule('relay-no-cross-talk', {
  level: 'must',
  assumed: 'RFC 9110 §3.3: a response is for the request that it answers',
  statement:
    'With concurrent requests, each caller gets the answer of the upstream to its own request.',
  harm: 'One user reads what the model wrote for another.',
  provenBy: 'relay-swap-answers',
  operations: ['chat', 'responses', 'transcription'],
  alsoFrom: ['traffic'],
  probe: relayedCrowd,
  *judge(relay) {
    const calls = needCalls(relay);
    const received = calls.flatMap(({ nonces }) => nonces);
    const written = calls.flatMap(({ answer }) => [...noncesIn(answer.text ?? '')]);
    let isSettled = false;
    for (const exchange of relay.exchanges) {
      const sent = [...noncesIn(sentText(exchange))];
      const reply = narrow('reply', exchange);
      const given = [...noncesIn((reply && givenText(reply)) ?? '')];
      const known = new Set([...sent, ...received, ...written]);
      // The word of an upload is in its file, of which only the upstream has the bytes.
      const expected = (sent.length > 0 ? sent : received).join(', ');
      for (const word of given.filter((each) => !known.has(each))) {
        yield { expected, actual: `${word}, of another request`, exchange };
      }
      isSettled ||= given.length > 0;
    }
    need(isSettled, 'a whole 2xx answer that repeats a nonce of its request');
  },
});
