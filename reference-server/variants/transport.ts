import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Alteration } from '../hooks.ts';
import type { Piece } from '../http/answer.ts';

const LAST = '0;last\r\n\r\n';

/** Idle time of a connection; most servers wait for 5 s or more. */
const IDLE_MS = 500;

const ANNOUNCED = { trailer: 'x-reference-digest, server-timing' } as const;

export const transportVariants: readonly Alteration[] = [
  {
    id: 'chunk-extensions',
    summary: 'The chunks of a stream have extensions.',
    hooks: ({ startStream, pack, endStream }) => ({
      startStream(response, headers) {
        startStream(response, headers);
        // Node leaves the chunks to the writer.
        response.chunkedEncoding = false;
      },
      pack: (text) => pack(text).filter(isPiece).map(chunk),
      endStream: (response, pieces) => endStream(response, [...pieces, LAST]),
    }),
  },
  {
    id: 'chunked-bodies',
    summary: 'Answers in one body are chunked.',
    hooks: ({ send }) => ({
      send(response, answer) {
        const { status, headers, payload } = answer;
        if (status === 204 || response.req.method === 'HEAD') {
          send(response, answer);
          return;
        }
        response.writeHead(status, { ...headers, 'transfer-encoding': 'chunked' });
        response.end(payload);
      },
    }),
  },
  {
    id: 'clock-four-minutes-off',
    summary: 'The clock of the gateway is four minutes ahead.',
    hooks: ({ timestamp }) => ({ timestamp: () => timestamp() + 240 }),
  },
  {
    id: 'connection-close',
    summary: 'Every answer to a completely received request closes the connection.',
    hooks: ({ send, streamHeaders }) => ({
      send(response, answer) {
        // Closing while the client still sends may lose the answer (RFC 9112 §9.6).
        const closing = response.req.complete ? { connection: 'close' } : {};
        send(response, { ...answer, headers: { ...answer.headers, ...closing } });
      },
      streamHeaders: (operation) => ({ ...streamHeaders(operation), connection: 'close' }),
    }),
  },
  {
    id: 'continue-unasked',
    summary: 'Two 100 Continue come before every answer, although no request expects one.',
    hooks: ({ greet }) => ({
      greet(response) {
        greet(response);
        // HTTP/1.0 has no interim answers (RFC 9110 §15.2).
        if (response.req.httpVersionMinor === 0) return;
        response.writeContinue();
        response.writeContinue();
      },
    }),
  },
  {
    id: 'early-hints',
    summary: 'Two interim answers, 102 and 103, come before every answer.',
    hooks: ({ greet }) => ({
      greet(response) {
        greet(response);
        // HTTP/1.0 has no interim answers (RFC 9110 §15.2).
        if (response.req.httpVersionMinor === 0) return;
        response.writeProcessing();
        response.writeEarlyHints({ link: '</terms>; rel=terms-of-service' });
      },
    }),
  },
  {
    id: 'etag-and-vary',
    summary: 'Answers have the headers of caches, proxies and browsers.',
    hooks: ({ send, streamHeaders }) => ({
      send(response, answer) {
        const digest = createHash('sha1').update(answer.payload).digest('base64');
        const headers = { ...more(), etag: `W/"${digest}"`, ...answer.headers };
        send(response, { ...answer, headers });
      },
      streamHeaders: (operation) => ({ ...more(), ...streamHeaders(operation) }),
    }),
  },
  {
    id: 'gzip-on-ask',
    summary: 'Answers in one body are compressed for clients that accept it.',
    hooks: ({ send }) => ({
      send(response, answer) {
        const accepted = /\bgzip\b/.test(String(response.req.headers['accept-encoding'] ?? ''));
        if (!accepted || answer.payload.length === 0) {
          send(response, answer);
          return;
        }
        const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
        send(response, { ...answer, headers, payload: gzipSync(answer.payload) });
      },
    }),
  },
  writesHeaders('header-case', 'Header names are in capitals.', capitals),
  writesHeaders('header-padding', 'The values of headers have spaces and tabs around them.', pad),
  {
    id: 'idle-timeout-short',
    summary: 'An idle connection is closed after half a second, unannounced.',
    hooks: ({ greet }) => ({
      greet(response) {
        const { socket } = response;
        response.once('finish', () => socket?.setTimeout(IDLE_MS));
        greet(response);
      },
    }),
  },
  {
    id: 'reason-phrases',
    summary: 'The status line has an unusual reason phrase.',
    hooks: ({ greet }) => ({
      greet(response) {
        greet(response);
        response.statusMessage = '500 or so: error';
      },
    }),
  },
  {
    id: 'trailers',
    summary: 'Answers, also streams, are chunked and have trailers after their last chunk.',
    hooks: ({ send, streamHeaders, endStream }) => ({
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
  },
  {
    id: 'until-close',
    summary: 'The end of the connection ends a body, without a length and without chunks.',
    hooks: ({ send }) => ({
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
    }),
  },
];

type HeaderFields = Readonly<Record<string, string>>;

/** All headers are written so. */
function writesHeaders(
  id: string,
  summary: string,
  write: (headers: HeaderFields) => HeaderFields,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ send, streamHeaders }) => ({
      send: (response, answer) => send(response, { ...answer, headers: write(answer.headers) }),
      streamHeaders: (operation) => write(streamHeaders(operation)),
    }),
  };
}

/** One chunk (RFC 9112 §7.1), with extensions and a size that begins with zeros. */
function chunk(piece: Piece): Buffer {
  const size = Buffer.byteLength(piece).toString(16).padStart(6, '0').toUpperCase();
  const head = `${size};part="a;b c";x=1\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(piece), Buffer.from('\r\n')]);
}

/** An empty chunk would be the last one. */
function isPiece(piece: Piece): boolean {
  return piece.length > 0;
}

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

function capitals(headers: HeaderFields): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
  return Object.fromEntries(named);
}

function pad(headers: HeaderFields): Record<string, string> {
  const padded = Object.entries(headers).map(([name, value]) => [name, ` \t${value}\t `]);
  return Object.fromEntries(padded);
}

function addTrailers(response: ServerResponse): void {
  response.addTrailers({ 'x-reference-digest': 'sha-256=:AA==:', 'server-timing': 'all;dur=2' });
}
