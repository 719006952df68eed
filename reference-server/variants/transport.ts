import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { editsHeaders, sends } from '../edits/answers.ts';
import { after, alters } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';

/** Idle time of a connection; most servers wait for 5 s or more. */
const IDLE_MS = 500;

const ANNOUNCED = { trailer: 'x-reference-digest, server-timing' } as const;

export const transportVariants: Alterations = {
  'clock-four-minutes-off': after('timestamp')('The clock of the gateway is four minutes ahead.')(
    (seconds) => seconds + 240,
  ),
  'connection-close': alters(
    'Every answer to a completely received request closes the connection.',
  )(({ send, streamHeaders }) => ({
    send(response, answer) {
      // Closing while the client still sends may lose the answer (RFC 9112 §9.6).
      const closing = response.req.complete ? { connection: 'close' } : {};
      send(response, { ...answer, headers: { ...answer.headers, ...closing } });
    },
    streamHeaders: (operation) => ({ ...streamHeaders(operation), connection: 'close' }),
  })),
  'continue-unasked': alters(
    'Two 100 Continue come before every answer, although no request expects one.',
  )(({ greet }) => ({
    greet(response) {
      greet(response);
      // HTTP/1.0 has no interim answers (RFC 9110 §15.2).
      if (response.req.httpVersionMinor === 0) return;
      response.writeContinue();
      response.writeContinue();
    },
  })),
  'etag-and-vary': alters('Answers have the headers of caches, proxies and browsers.')(
    ({ send, streamHeaders }) => ({
      send(response, answer) {
        const digest = createHash('sha1').update(answer.payload).digest('base64');
        const headers = { ...more(), etag: `W/"${digest}"`, ...answer.headers };
        send(response, { ...answer, headers });
      },
      streamHeaders: (operation) => ({ ...more(), ...streamHeaders(operation) }),
    }),
  ),
  'gzip-on-ask': sends('Answers in one body are compressed for clients that accept it.')(
    (answer, accepts) => {
      if (!accepts('gzip') || answer.payload.length === 0) return answer;
      const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
      return { ...answer, headers, payload: gzipSync(answer.payload) };
    },
  ),
  'header-case': editsHeaders('Header names are in capitals.')((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
  ),
  'idle-timeout-short': alters('An idle connection is closed after half a second, unannounced.')(
    ({ greet }) => ({
      greet(response) {
        const { socket } = response;
        response.once('finish', () => socket?.setTimeout(IDLE_MS));
        greet(response);
      },
    }),
  ),
  trailers: alters('Answers, also streams, are chunked and have trailers after their last chunk.')(
    ({ send, streamHeaders, endStream }) => ({
      send(response, answer) {
        const { status, headers, payload } = answer;
        if (status === 204 || response.req.method === 'HEAD') {
          send(response, answer);
          return;
        }
        response.writeHead(status, { ...headers, ...ANNOUNCED, 'transfer-encoding': 'chunked' });
        addTrailers(response);
        response.end(payload);
      },
      streamHeaders: (operation) => ({ ...streamHeaders(operation), ...ANNOUNCED }),
      endStream(response, pieces) {
        addTrailers(response);
        endStream(response, pieces);
      },
    }),
  ),
  'until-close': alters(
    'The end of the connection ends a body, without a length and without chunks.',
  )(({ send }) => ({
    send(response, answer) {
      const { status, headers, payload } = answer;
      const { complete, method } = response.req;
      // Closing while the client still sends may lose the answer (RFC 9112 §9.6).
      if (!complete || status === 204 || method === 'HEAD') {
        send(response, answer);
        return;
      }
      response.useChunkedEncodingByDefault = false;
      response.writeHead(status, headers);
      response.end(payload);
    },
    startStream(response, headers) {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, headers);
    },
  })),
};

function more(): Record<string, string> {
  return {
    vary: 'Origin, Accept-Encoding',
    'cache-control': 'private, no-store',
    'access-control-allow-origin': '*',
    'server-timing': 'model;dur=1.5;desc="reference"',
    'set-cookie': 'route=1; Path=/; HttpOnly',
    'strict-transport-security': 'max-age=31536000',
    'x-ratelimit-remaining-requests': '59',
    'x-request-id': randomUUID(),
  };
}

function addTrailers(response: ServerResponse): void {
  response.addTrailers({ 'x-reference-digest': 'sha-256=:AA==:', 'server-timing': 'all;dur=2' });
}
