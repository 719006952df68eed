import { Readable } from 'node:stream';
import { editItems, editMember, without } from '../edits/json.ts';
import {
  addsHeaders,
  calls,
  discard,
  editsForm,
  editsRequest,
  editTexts,
  editTurns,
  relayed,
  sendsAgain,
} from '../edits/relays.ts';
import { after, alters } from '../edits/steps.ts';
import { readBody } from '../http/body.ts';
import { isObject, type JsonObject, parseObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

const FILE_NAME = /filename\*?=(?:"(?:[^"\\]|\\.)*"|[^;\r\n]*)/;

export const relayRequestsFaults = relayed({
  'relay-call-before-auth': alters('A request calls the provider before its key is checked.')(
    ({ authorize, findRoute, providerHeaders }, { provider }) => ({
      async authorize(caller) {
        const { method, request, url } = caller;
        try {
          return await authorize(caller);
        } catch (error) {
          const [path = ''] = url.split('?', 1);
          if (!(error instanceof Refusal) || method !== 'POST' || provider === undefined) {
            throw error;
          }
          const { operation } = findRoute(method, path);
          if (operation === 'options' || operation === 'models') throw error;
          const headers = {
            ...providerHeaders(request.headers, { operation, stream: false }),
            'content-type': request.headers['content-type'] ?? 'application/json',
          };
          const body = await readBody(request);
          const call = { operation, method, path, headers, body, stream: false } as const;
          const answer = await provider.send(call, new AbortController().signal);
          answer.body.resume();
          throw error;
        }
      },
    }),
  ),
  'relay-drop-temperature': editsRequest(
    'The provider does not get the temperature of the request.',
  )((body) => without(body, 'temperature')),
  'relay-drop-trace': after('providerHeaders')(
    'The provider does not get the trace of the caller.',
  )((headers) => without(headers, 'traceparent')),
  'relay-drop-unknown': editsRequest(
    'The provider does not get fields of the request that the gateway does not know.',
  )((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('x_')))),
  'relay-file-renamed': editsForm('The file of an upload reaches the provider under another name.')(
    (form) => form.replace(FILE_NAME, 'filename="upload.bin"'),
  ),
  'relay-file-text-mode': after('providerForm')(
    'The file of an upload is read as text: bytes that are not UTF-8 are replaced.',
  )(({ contentType, bytes }) => ({ contentType, bytes: Buffer.from(bytes.toString('utf8')) })),
  'relay-forward-cookies': addsHeaders('The cookies of the client reach the provider.')(
    ({ cookie }) => (cookie === undefined ? {} : { cookie }),
  ),
  'relay-forward-hop': addsHeaders('Headers for the connection of the client reach the provider.')(
    (caller) => {
      const listed = (caller.connection ?? '').toLowerCase().split(/\s*,\s*/);
      const names = [
        'te',
        'keep-alive',
        'proxy-authorization',
        ...listed.filter((name) => name.startsWith('x-')),
      ];
      const forwarded = names.flatMap((name) => {
        const value = caller[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      return Object.fromEntries(forwarded);
    },
  ),
  'relay-forward-key': addsHeaders("The provider gets the caller's key in a header.")(
    ({ authorization = '' }) => ({ 'x-original-authorization': authorization }),
  ),
  'relay-merge-roles': editsRequest(
    'The messages of a chat reach the provider as one message of the user.',
  )((body) => {
    const { messages } = body;
    if (!Array.isArray(messages)) return body;
    const texts = messages.map((message: unknown) => {
      const content = isObject(message) ? message.content : undefined;
      return typeof content === 'string' ? content : JSON.stringify(content);
    });
    return { ...body, messages: [{ role: 'user', content: texts.join('\n') }] };
  }),
  'relay-format-lost': editsRequest('A schema for the answer reaches the provider as any JSON.')(
    (body) =>
      editMember(
        editMember(body, 'response_format', () => ANY_JSON),
        'text',
        (text) => ({ ...text, format: ANY_JSON }),
      ),
  ),
  'relay-images-dropped': editsRequest('The provider gets the texts of a message without images.')(
    (body) => editTurns(body, withoutImages),
  ),
  'relay-tool-arguments-rewritten': editsRequest(
    'The arguments of earlier calls are parsed and written again for the provider.',
  )((body) =>
    editTurns(body, (turn) =>
      editItems(rewritten(turn), 'tool_calls', (call) => editMember(call, 'function', rewritten)),
    ),
  ),
  'relay-tool-choice-lost': editsRequest('The provider does not get the tool_choice of a request.')(
    (body) => without(body, 'tool_choice'),
  ),
  'relay-tool-schema-cut': editsRequest(
    'The provider gets only the common keywords of the schema of a function.',
  )((body) => editItems(body, 'tools', (tool) => editMember(cut(tool), 'function', cut))),
  'relay-trim-prompt': editsRequest(
    'White space around a message is lost on the way to the provider.',
  )((body) => editTexts(body, (text) => text.trim())),
  'relay-double-send': alters('Every tenth request is sent to the provider twice.')(
    ({ callProvider }) => {
      let sent = 0;
      return {
        async callProvider(call, send) {
          sent += 1;
          if (sent % 10 === 0) discard(send(call));
          return await callProvider(call, send);
        },
      };
    },
  ),
  'relay-follow-redirect': calls(
    "A redirect of the provider is followed to any origin, with the gateway's key.",
  )(async (call, send) => {
    const answer = await send(call);
    const url = URL.parse(answer.headers.location ?? '');
    if (answer.status < 300 || answer.status > 399 || url === null) return answer;
    answer.body.resume();
    return await send(call, { url });
  }),
  'relay-retry-400': sendsAgain(
    (status) => status === 400,
    3,
  )('A request that the provider refuses with 400 is tried three times.'),
  'relay-retry-storm': sendsAgain(
    (status) => status === 429 || status >= 500,
    30,
  )('A request that the provider fails is tried thirty times, without a pause.'),
  'relay-splice-retry': calls(
    'A chat stream that the provider cut continues with the answer of a second attempt.',
  )(async (call, send) => {
    const answer = await send(call);
    if (call.operation !== 'chat' || !call.stream || answer.status !== 200) return answer;
    const rest = async () => (await send(call)).body;
    return { ...answer, body: Readable.from(spliced(answer.body, rest)) };
  }),
  'relay-wait-for-ever': after('relayDeadlineMs')('There is no deadline for the provider.')(
    () => 86_400_000,
  ),
});

const ANY_JSON = { type: 'json_object' };

function withoutImages(turn: JsonObject): JsonObject {
  const { content } = turn;
  if (!Array.isArray(content)) return turn;
  const isText = (part: unknown) => !isObject(part) || part.image_url === undefined;
  return { ...turn, content: content.filter(isText) };
}

/** The arguments of a call as a parser understands them. */
function rewritten(call: JsonObject): JsonObject {
  const { arguments: text } = call;
  return typeof text === 'string'
    ? { ...call, arguments: JSON.stringify(parseObject(Buffer.from(text))) }
    : call;
}

const COMMON = ['type', 'description', 'properties', 'required', 'items', 'enum'];

function cut(tool: JsonObject): JsonObject {
  return editMember(tool, 'parameters', (schema) =>
    Object.fromEntries(Object.entries(schema).filter(([name]) => COMMON.includes(name))),
  );
}

const DONE = '[DONE]';

/** The body, and another one after it if it ends early. */
async function* spliced(body: Readable, rest: () => Promise<Readable>) {
  let tail = '';
  try {
    for await (const bytes of body) {
      tail = (tail + String(bytes)).slice(-2 * DONE.length);
      yield bytes;
    }
  } catch {
    tail = '';
  }
  if (!tail.includes(DONE)) yield* await rest();
}
