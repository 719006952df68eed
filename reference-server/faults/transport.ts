import { gzipSync } from 'node:zlib';
import { editsText, editsWire, sends } from '../edits/answers.ts';
import { alters, before } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import type { Answer } from '../http/answer.ts';
import { isObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { Swap } from '../state/swap.ts';

const SECOND = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

const UNASKED = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';

/** Concurrency is at least this number of requests in flight. */
const CROWD = 3;

export const transportFaults: Alterations = {
  'tp-abrupt-close': alters('The connection of a stream is closed without a last chunk.')(() => ({
    endStream(response, pieces) {
      for (const piece of pieces.slice(0, -1)) response.write(piece);
      response.write(pieces.at(-1) ?? '', () => response.destroy());
    },
  })),
  'tp-bytes-after-body': before('send')(
    'A second answer follows that to a chat in one body, without a request.',
  )((response, answer) => {
    const { socket } = response;
    const isChat = response.req.url === '/chat/completions' && answer.status === 200;
    if (isChat) response.on('finish', () => socket?.write(SECOND));
    return [response, answer];
  }),
  'tp-chunked-411': refusesBody(({ 'transfer-encoding': coding }) => coding !== undefined)(
    'A chunked request body is refused.',
  )({ status: 411, message: 'The length of the body must be stated.' }),
  'tp-close-unsaid': before('send')(
    'After an error the connection is closed without Connection: close.',
  )((response, answer) => {
    const { socket, req } = response;
    // Closing while the client still sends may lose the answer (RFC 9112 §9.6).
    const closes = answer.status >= 400 && req.complete;
    // Servers close in a later turn of their event loop.
    if (closes) response.once('finish', () => setImmediate(() => socket?.end()));
    return [response, answer];
  }),
  'tp-desync': before('send')(
    'After a refused body the connection has an answer without a request.',
  )((response, answer) => {
    const { socket, req } = response;
    const refused = req.method === 'POST' && answer.status >= 400;
    if (refused) response.once('finish', () => socket?.write(UNASKED));
    return [response, answer];
  }),
  'tp-gzip-lie': sends('An uncompressed body is labelled as gzip for clients that accept gzip.')(
    (answer, accepts) =>
      accepts('gzip') && answer.payload.length > 0
        ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } }
        : answer,
  ),
  'tp-gzip-unasked': editsWire('chat')(
    'Chats in one body are always compressed, even if the client does not accept it.',
  )((wire) => ({
    ...wire,
    headers: { ...wire.headers, 'content-encoding': 'gzip' },
    payload: gzipSync(wire.payload),
  })),
  'tp-json-junk': editsWire('chat')('The body of a chat has an extra brace at its end.')(
    (wire) => ({ ...wire, payload: `${String(wire.payload)}}` }),
  ),
  'tp-member-twice': editsText('Chat completions and their chunks have the field id twice.')(
    (text) => text.replace(/\{("id":"chatcmpl-[^"]*",)/, '{$1$1'),
  ),
  'tp-not-http': alters(
    'A body of another media type is refused with a line of text that is not HTTP.',
  )(({ send }) => ({
    send(response, answer) {
      if (answer.status === 415) response.socket?.end('unsupported media type\r\n');
      else send(response, answer);
    },
  })),
  'tp-options-500': before('findRoute')('OPTIONS returns 500.')((method, path) => {
    if (method === 'OPTIONS') throw Refusal.failed();
    return [method, path];
  }),
  'tp-swap-bodies': alters(
    'Under concurrency, one of three echoed chats is swapped with the next one.',
  )(({ answer, greet }) => {
    const swap = new Swap<Answer>(3);
    let inFlight = 0;
    return {
      greet(response) {
        inFlight += 1;
        response.once('close', () => {
          inFlight -= 1;
          // No other answer can come.
          if (inFlight <= 1) swap.release();
        });
        greet(response);
      },
      async answer(given, context) {
        const own = await answer(given, context);
        if (context.operation !== 'chat' || own.status !== 200) return own;
        if (!isObject(own.body) || own.body.model !== 'ref-echo') return own;
        return await swap.pass(own, inFlight < CROWD);
      },
    };
  }),
  'tp-user-agent-403': refusesBody(({ 'user-agent': agent }) => agent === undefined)(
    'A request without User-Agent is refused.',
  )({ status: 403, message: 'A request needs a User-Agent.' }),
};

/** Requests with such headers are refused before their body is read. */
function refusesBody(refused: (headers: Readonly<Record<string, unknown>>) => boolean) {
  return (summary: string) =>
    ({ status, message }: { readonly status: number; readonly message: string }): Alteration =>
      alters(summary)(({ readBody }) => ({
        async readBody(request) {
          if (refused(request.headers)) throw Refusal.badRequest(message).with({ status });
          return await readBody(request);
        },
      }));
}
