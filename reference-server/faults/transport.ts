import { gzipSync } from 'node:zlib';
import { editsWire } from '../edits/answers.ts';
import type { Alteration } from '../hooks.ts';
import type { Answer } from '../http/answer.ts';
import { isObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { Swap } from '../state/swap.ts';

const SECOND = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

const EXTRA = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';

const SWAPPED = 3;

/** Concurrency is at least this number of requests in flight. */
const CROWD = 3;

export const transportFaults: readonly Alteration[] = [
  {
    id: 'tp-abrupt-close',
    summary: 'The connection of a stream is closed without a last chunk.',
    hooks: () => ({
      endStream(response, pieces) {
        for (const piece of pieces.slice(0, -1)) response.write(piece);
        response.write(pieces.at(-1) ?? '', () => response.destroy());
      },
    }),
  },
  {
    id: 'tp-bytes-after-body',
    summary: 'A second answer follows that to a chat in one body, without a request.',
    hooks: ({ send }) => ({
      send(response, answer) {
        const { socket } = response;
        const isChat = response.req.url === '/chat/completions' && answer.status === 200;
        if (isChat) response.on('finish', () => socket?.write(SECOND));
        send(response, answer);
      },
    }),
  },
  {
    id: 'tp-chunked-411',
    summary: 'A chunked request body is refused.',
    hooks: ({ readBody }) => ({
      async readBody(request) {
        if (request.headers['transfer-encoding'] === undefined) return await readBody(request);
        throw new Refusal({
          status: 411,
          type: 'invalid_request_error',
          message: 'The length of the body must be stated.',
        });
      },
    }),
  },
  {
    id: 'tp-close-unsaid',
    summary: 'After an error the connection is closed without Connection: close.',
    hooks: ({ send }) => ({
      send(response, answer) {
        const { socket, req } = response;
        // Closing while the client still sends may lose the answer (RFC 9112 §9.6).
        const closes = answer.status >= 400 && req.complete;
        // Servers close in a later turn of their event loop.
        if (closes) response.once('finish', () => setImmediate(() => socket?.end()));
        send(response, answer);
      },
    }),
  },
  {
    id: 'tp-desync',
    summary: 'After a refused body the connection has an answer without a request.',
    hooks: ({ send }) => ({
      send(response, answer) {
        const { socket, req } = response;
        const refused = req.method === 'POST' && answer.status >= 400;
        if (refused) response.once('finish', () => socket?.write(EXTRA));
        send(response, answer);
      },
    }),
  },
  {
    id: 'tp-gzip-lie',
    summary: 'An uncompressed body is labelled as gzip for clients that accept gzip.',
    hooks: ({ send }) => ({
      send(response, answer) {
        const accepted = /\bgzip\b/.test(String(response.req.headers['accept-encoding'] ?? ''));
        const headers = { ...answer.headers, 'content-encoding': 'gzip' };
        send(response, accepted && answer.payload.length > 0 ? { ...answer, headers } : answer);
      },
    }),
  },
  editsWire(
    'tp-gzip-unasked',
    'Chats in one body are always compressed, even if the client does not accept it.',
    'chat',
    (wire) => ({
      ...wire,
      headers: { ...wire.headers, 'content-encoding': 'gzip' },
      payload: gzipSync(wire.payload),
    }),
  ),
  editsWire(
    'tp-json-junk',
    'The body of a chat has an extra brace at its end.',
    'chat',
    (wire) => ({
      ...wire,
      payload: `${String(wire.payload)}}`,
    }),
  ),
  {
    id: 'tp-member-twice',
    summary: 'Chat completions and their chunks have the field id twice.',
    hooks: ({ encode, frame }) => ({
      encode(answer, context) {
        const encoded = encode(answer, context);
        const { payload } = encoded;
        if (context.operation !== 'chat' || typeof payload !== 'string') return encoded;
        return { ...encoded, payload: twice(payload) };
      },
      frame: (event, place) => twice(frame(event, place)),
    }),
  },
  {
    id: 'tp-not-http',
    summary: 'A body of another media type is refused with a line of text that is not HTTP.',
    hooks: ({ send }) => ({
      send(response, answer) {
        if (answer.status === 415) response.socket?.end('unsupported media type\r\n');
        else send(response, answer);
      },
    }),
  },
  {
    id: 'tp-options-500',
    summary: 'OPTIONS returns 500.',
    hooks: ({ findRoute }) => ({
      findRoute(method, path) {
        if (method === 'OPTIONS') throw Refusal.failed();
        return findRoute(method, path);
      },
    }),
  },
  {
    id: 'tp-swap-bodies',
    summary: 'Under concurrency, one of three echoed chats is swapped with the next one.',
    hooks({ answer, greet }) {
      const swap = new Swap<Answer>();
      let inFlight = 0;
      let answers = 0;
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
          if (swap.isHolding) return swap.exchange(own);
          if (inFlight < CROWD) return own;
          answers += 1;
          return answers % SWAPPED === 0 ? await swap.hold(own) : own;
        },
      };
    },
  },
  {
    id: 'tp-user-agent-403',
    summary: 'A request without User-Agent is refused.',
    hooks: ({ readBody }) => ({
      async readBody(request) {
        if (request.headers['user-agent'] !== undefined) return await readBody(request);
        throw new Refusal({
          status: 403,
          type: 'invalid_request_error',
          message: 'A request needs a User-Agent.',
        });
      },
    }),
  },
];

function twice(text: string): string {
  return text.replace(/\{("id":"chatcmpl-[^"]*",)/, '{$1$1');
}
