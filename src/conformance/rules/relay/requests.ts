import { type JsonObject, member, objectsIn } from '../../../answers/json.ts';
import { requestsStream, sentText } from '../../../answers/sent-body.ts';
import { BILLABLE, type Operation } from '../../../contract/operations.ts';
import { type Exchange, type FilePart, isSuccess } from '../../../exchange/exchange.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import type { UpstreamFile } from '../../../exchange/upstream/upstream-exchange.ts';
import { relayRule } from '../../declare.ts';
import type { Relay } from '../../evidence.ts';
import { textDifference } from '../../findings/differences.ts';
import { isKept } from '../../findings/requested-parts.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { needBothRequests, promptTexts } from '../../findings/upstream-request.ts';
import { FILE_TYPE } from '../../probes/relay/all-at-once.ts';
import {
  relayedFileNames,
  relayedFiles,
  relayedMembers,
  relayedPrompts,
  relayedRequests,
} from '../../probes/relay/requests.ts';
import { PARAMETERS, UNKNOWN_MEMBER } from '../../requests/parameters.ts';
import { appliesTo, need } from '../../rule.ts';

export const relayPromptUnchanged = relayRule('relay-prompt-unchanged', {
  level: 'must',
  assumed: 'fidelity: the question is that of the caller',
  statement:
    'The text of every prompt, and of every message but the result of a tool, reaches the upstream unchanged, in its place.',
  harm: 'A model that gets another text answers another question, and nothing in its answer shows it.',
  provenBy: 'relay-trim-prompt',
  operations: ['chat', 'responses', 'images', 'video-create'],
  alsoFrom: ['traffic'],
  probe: relayedPrompts,
  *judge(relay) {
    const { exchange, sent, upstream } = needBothRequests(relay);
    const texts = promptTexts(sent);
    appliesTo(texts.length > 0, 'a request with messages, an input or a prompt');
    const arrived = promptTexts(upstream);
    let from = 0;
    for (const [index, text] of texts.entries()) {
      const place = arrived.findIndex((other, at) => at >= from && other.includes(text));
      if (place !== -1) {
        from = place;
        continue;
      }
      const nearest = arrived.at(index - texts.length) ?? '';
      const difference = textDifference(text, nearest);
      if (difference === undefined) continue;
      const actual = isOfAnother(nearest, exchange)
        ? `${difference.actual}, of another request`
        : difference.actual;
      yield { ...difference, actual, where: `text ${index + 1} of the prompt`, exchange };
    }
  },
});

function isOfAnother(text: string, exchange: Exchange): boolean {
  const own = noncesIn(sentText(exchange));
  return [...noncesIn(text)].some((word) => !own.has(word));
}

export const relayRolesOrder = relayRule('relay-roles-order', {
  level: 'must',
  assumed: 'fidelity: roles decide who is obeyed',
  statement: 'All messages reach the upstream in order, with their roles and names.',
  harm: 'A model that gets its instructions as the words of a user, or an answer as a question, follows the wrong text.',
  provenBy: 'relay-merge-roles',
  operations: ['chat'],
  alsoFrom: ['traffic'],
  probe: relayedMembers,
  *judge(relay) {
    const { exchange, sent, call, upstream } = needBothRequests(relay);
    const roles = rolesOf(sent);
    appliesTo(roles.length > 1, 'a chat of several messages');
    need(call.operation === 'chat', 'an upstream request for a chat');
    const arrived = rolesOf(upstream);
    if (!isSame(roles, arrived)) {
      const [expected, actual] = [roles, arrived].map((each) => each.join(', '));
      yield { expected: `${expected}`, actual, where: 'roles of the upstream request', exchange };
      return;
    }
    const own = arrived.length - roles.length;
    const messages = objectsIn(upstream.messages);
    for (const [index, { name }] of objectsIn(sent.messages).entries()) {
      const actual = messages[own + index]?.name;
      if ((name ?? null) === null || name === actual) continue;
      const where = `messages[${own + index}].name of the upstream request`;
      yield { expected: JSON.stringify(name), actual, where, exchange };
    }
  },
});

/** A provider may call the system the developer. */
function rolesOf({ messages }: JsonObject): readonly string[] {
  return objectsIn(messages).map(({ role }) => (role === 'developer' ? 'system' : String(role)));
}

/** A gateway may put instructions of its own before those of the caller. */
function isSame(roles: readonly string[], arrived: readonly string[]): boolean {
  const own = arrived.length - roles.length;
  if (own < 0 || arrived.slice(0, own).some((role) => role !== 'system')) return false;
  return roles.every((role, index) => arrived[own + index] === role);
}

/** They have rules of their own, as what they mean can be said in several ways. */
const OF_FEATURES = ['tools', 'tool_choice', 'parallel_tool_calls', 'response_format', 'text'];

const NAMES: Readonly<Partial<Record<Operation | 'other', readonly string[]>>> = {
  chat: namesOf(PARAMETERS.chat),
  responses: namesOf(PARAMETERS.responses),
  images: ['n', 'size', 'output_format'],
  transcription: Object.keys(PARAMETERS.transcription),
  'video-create': ['duration'],
};

function namesOf(members: JsonObject): readonly string[] {
  return Object.keys(members).filter((name) => !OF_FEATURES.includes(name));
}

/** Other names of a parameter, of newer versions of the interface. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['max_completion_tokens'],
  duration: ['seconds'],
};

/** A parameter with the value that its absence means may be absent. */
const DEFAULTS: JsonObject = {
  n: 1,
  duration: 4,
  response_format: 'json',
  output_format: 'png',
  presence_penalty: 0,
  frequency_penalty: 0,
  logprobs: false,
};

export const relayParametersKept = relayRule('relay-parameters-kept', {
  level: 'must',
  assumed: 'interface, the requests; OpenAI API reference, the body of each request',
  statement:
    'Parameters such as temperature, max_tokens, stop, stream_options, n, size, formats of media, language and duration reach the upstream with the values of the caller, or the caller is refused.',
  harm: 'A parameter that is lost on the way changes the answer, and the caller believes that it was applied.',
  provenBy: 'relay-drop-temperature',
  operations: BILLABLE,
  alsoFrom: ['traffic'],
  probe: relayedMembers,
  *judge(relay) {
    const [asked] = relay.exchanges;
    need(asked && isSuccess(asked.answer), 'a 2xx answer');
    const { exchange, sent, call, upstream } = needBothRequests(relay);
    const names = (NAMES[exchange.operation] ?? []).filter((name) => sent[name] !== undefined);
    appliesTo(names.length > 0 || requestsUsage(sent), 'a request with parameters');
    need(call.operation === exchange.operation, 'an upstream request of the same kind');
    const isForm = call.request.fields.length > 0;
    for (const name of names) {
      const value = sent[name];
      const actual = parameter(upstream, name);
      if (actual === undefined && value === DEFAULTS[name]) continue;
      // A form has only texts, and the seconds of a video are one in newer versions of the interface.
      const isText = isForm || name === 'duration';
      if (isKept(value, actual) || (isText && actual === String(value))) continue;
      const expected = JSON.stringify(value);
      const where = `${name} of the upstream request`;
      yield { expected, actual, where, exchange };
    }
    // An answer in one body has usage in any case.
    if (requestsUsage(sent) && upstream.stream === true && !requestsUsage(upstream)) {
      const where = 'stream_options.include_usage of the upstream request';
      yield { expected: 'true', actual: 'absent or false', where, exchange };
    }
  },
});

/** Whether the body requests the usage of a stream of chat. */
function requestsUsage(body: JsonObject): boolean {
  return member(body.stream_options, 'include_usage') === true;
}

function parameter(body: JsonObject, name: string): unknown {
  const names = [name, ...(OTHER_NAMES[name] ?? [])];
  return names.map((each) => body[each]).find((value) => value !== undefined);
}

export const relayUnknownMember = relayRule('relay-unknown-member', {
  level: 'may',
  assumed: 'OpenAI API: an unknown member is used or refused',
  statement: 'A field that the gateway does not know is forwarded, or the request is refused.',
  harm: 'New parameters of a provider appear to work, and are silently without effect.',
  provenBy: 'relay-drop-unknown',
  operations: ['chat', 'responses'],
  probe: relayedMembers,
  *judge(relay) {
    const [asked] = relay.exchanges;
    need(asked && isSuccess(asked.answer), 'a 2xx answer');
    const { exchange, sent, upstream } = needBothRequests(relay);
    const expected = sent[UNKNOWN_MEMBER];
    appliesTo(typeof expected === 'string', 'a request with an unknown field');
    const actual = upstream[UNKNOWN_MEMBER];
    const where = `${UNKNOWN_MEMBER} of the upstream request`;
    if (actual !== expected) yield { expected, actual, where, exchange };
  },
});

export const relayAsksForStream = relayRule('relay-asks-for-stream', {
  level: 'should',
  assumed: 'latency: the first token is what a stream is for',
  statement: 'A streamed request is streamed by the upstream too.',
  harm: 'A stream that the gateway makes from a whole answer begins only after the model has finished.',
  provenBy: 'relay-stream-from-sync',
  operations: ['chat', 'responses'],
  settings: ['streamField'],
  alsoFrom: ['traffic'],
  probe: relayedRequests,
  *judge(relay, expect) {
    const [asked] = relay.exchanges;
    appliesTo(asked && requestsStream(asked, expect.streamField), 'a request for a stream');
    const { exchange, upstream } = needBothRequests(relay);
    if (upstream.stream === true) return;
    const actual = upstream.stream;
    yield { expected: 'true', actual, where: 'stream of the upstream request', exchange };
  },
});

export const relayFileUnchanged = relayRule('relay-file-unchanged', {
  level: 'must',
  assumed: 'interface, transcription: the file is binary',
  statement: 'The upstream gets the uploaded file byte for byte.',
  harm: 'A file with changed bytes is another recording, or is no longer valid audio.',
  provenBy: 'relay-file-text-mode',
  operations: ['transcription'],
  alsoFrom: ['traffic'],
  probe: relayedFiles,
  *judge(relay) {
    const { exchange, sent, arrived } = needBothFiles(relay);
    if (arrived?.sha256 === sent.sha256) return;
    yield {
      expected: fileText(sent),
      actual: arrived === undefined ? 'no file' : fileText(arrived),
      where: 'file of the upstream request',
      exchange,
    };
  },
});

function fileText(file: { readonly sizeBytes: number; readonly sha256: string }): string {
  return `${file.sizeBytes} bytes, SHA-256 ${file.sha256}`;
}

export const relayFileNameType = relayRule('relay-file-name-type', {
  level: 'should',
  assumed: 'RFC 7578 §4.2 and §4.4',
  statement: 'The name and the media type of an uploaded file reach the upstream.',
  harm: 'A provider finds the format of a file by its name or its media type.',
  provenBy: 'relay-file-renamed',
  operations: ['transcription'],
  probe: relayedFileNames,
  *judge(relay) {
    const { exchange, sent, arrived } = needBothFiles(relay);
    need(arrived, 'an upstream request with a file');
    const { filename = 'absent', type = 'absent' } = arrived;
    if (filename !== sent.filename) {
      yield { expected: sent.filename, actual: filename, where: 'filename of the file', exchange };
    }
    if (type.toLowerCase() !== FILE_TYPE) {
      yield { expected: FILE_TYPE, actual: type, where: 'Content-Type of the file', exchange };
    }
  },
});

/** The file of an upload at both ends. */
interface BothFiles {
  readonly exchange: Exchange;
  readonly sent: FilePart;
  readonly arrived: UpstreamFile | undefined;
}

/** The only file of an upload, and what reached the upstream of it. */
function needBothFiles(relay: Relay): BothFiles {
  const [exchange] = relay.exchanges;
  const body = exchange?.request.body;
  need(exchange && body?.kind === 'multipart', 'an upload');
  const [sent] = body.files;
  need(sent, 'an upload with a file');
  const call = needCalls(relay).at(-1);
  need(call?.request.isComplete, 'a whole upstream request');
  return { exchange, sent, arrived: call.request.files[0] };
}
