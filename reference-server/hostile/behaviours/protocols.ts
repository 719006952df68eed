import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Behaviour, Behaviours } from '../behaviour.ts';
import { BODY } from '../good-answers.ts';
import { pour } from '../writing.ts';

/** A fatal alert of TLS. */
const ALERT = Buffer.of(0x15, 3, 3, 0, 2, 2, 40);

const REST = `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** Takes each connection. */
function takes(summary: string) {
  return (connect: (socket: Socket) => unknown) => ({
    summary,
    connect: (socket: Socket) => void connect(socket),
  });
}

/** Takes each connection at an address that begins with https:. */
function takesTls(summary: string) {
  return (connect: (socket: Socket) => unknown): Behaviour => ({
    ...takes(summary)(connect),
    scheme: 'https',
  });
}

/** Answers every request, reads too, with these bytes. */
function says(summary: string) {
  return (bytes: string | Buffer): Behaviour =>
    takes(summary)((socket) => socket.on('data', () => socket.write(bytes)));
}

/** Says these bytes to every connection, before any request. */
function greets(summary: string) {
  return (bytes: string | Buffer): Behaviour =>
    takes(summary)((socket) => socket.resume().write(bytes));
}

/** Says such bytes forever. */
function pours(summary: string) {
  return (bytes: () => Buffer): Behaviour =>
    takes(summary)((socket) => pour(bytes)(socket.resume()));
}

/** Servers that speak another protocol, or HTTP with a defect that no parser accepts. */
export const notHttp: Behaviours = {
  'http-0-9': takes('A body without a status line, as in HTTP/0.9.')((socket) =>
    socket.on('data', () => socket.end(BODY)),
  ),
  'http-3': says('A status line of HTTP/3.0.')(`HTTP/3.0 200 OK\r\n${REST}`),
  'http-lower-case': says('A status line in lower case.')(`http/1.1 200 ok\r\n${REST}`),
  'http-bare-lf': says('LF in place of CR LF in the head.')(
    `HTTP/1.1 200 OK\r\n${REST}`.replaceAll('\r\n', '\n'),
  ),
  'status-000': says('The status 000.')(`HTTP/1.1 000 None\r\n${REST}`),
  'status-999': says('The status 999.')(`HTTP/1.1 999 Much\r\n${REST}`),
  'status-four-digits': says('A status of four digits.')(`HTTP/1.1 2000 OK\r\n${REST}`),
  'status-word': says('A word in place of a status.')(`HTTP/1.1 OK 200\r\n${REST}`),
  'speaks-ssh': greets('The banner of an SSH server.')('SSH-2.0-OpenSSH_9.9\r\n'),
  'speaks-smtp': greets('The banner of a mail server.')('220 mail.example ESMTP\r\n'),
  'speaks-redis': says('The error of a Redis server.')("-ERR unknown command 'POST'\r\n"),
  'speaks-http2': greets('The SETTINGS frame of an HTTP/2 server.')(
    Buffer.from('00000604000000000000030000006400000408000000000000ef0001', 'hex'),
  ),
  'speaks-tls': says('A TLS alert on a plain connection.')(ALERT),
  'speaks-zeros': pours('NULs forever.')(() => Buffer.alloc(16_384)),
  'speaks-noise': pours('Random bytes forever.')(() => randomBytes(16_384)),
  'speaks-echo': takes('An echo server: the request comes back, with its key.')((socket) =>
    socket.pipe(socket),
  ),
};

/** Connections on which TLS fails, so that no request is ever answered. */
export const tls: Behaviours = {
  'tls-expired': { summary: 'A certificate that expired yesterday.', certificate: 'expired' },
  'tls-wrong-name': {
    summary: 'A certificate for another host name.',
    certificate: 'for-another-name',
  },
  'tls-self-signed': {
    summary: 'A certificate that no authority signed.',
    certificate: 'self-signed',
  },
  'tls-on-plain-port': {
    summary: 'TLS at an address that begins with http:.',
    certificate: 'self-signed',
    scheme: 'http',
  },
  'tls-plain-text': takesTls('Plain HTTP at an address that begins with https:.')((socket) =>
    socket.on('data', () =>
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
    ),
  ),
  'tls-cut': takesTls('The connection is reset within the handshake.')((socket) =>
    socket.once('data', () => socket.resetAndDestroy()),
  ),
  'tls-stall': takesTls('The handshake is never answered.')((socket) => socket.resume()),
  'tls-alert': takesTls('A fatal alert in answer to the handshake.')((socket) =>
    socket.once('data', () => socket.end(ALERT)),
  ),
  'tls-rubbish': takesTls('Random bytes in answer to the handshake.')((socket) =>
    socket.once('data', () => socket.end(Buffer.alloc(4096, 0x16))),
  ),
};
