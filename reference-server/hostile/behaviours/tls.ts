import type { Behaviours } from '../behaviour.ts';

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
  'tls-plain-text': {
    summary: 'Plain HTTP at an address that begins with https:.',
    scheme: 'https',
    connect: (socket) =>
      void socket.on('data', () =>
        socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
      ),
  },
  'tls-cut': {
    summary: 'The connection is reset within the handshake.',
    scheme: 'https',
    connect: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
  },
  'tls-stall': {
    summary: 'The handshake is never answered.',
    scheme: 'https',
    connect: (socket) => void socket.resume(),
  },
  'tls-alert': {
    summary: 'A fatal alert in answer to the handshake.',
    scheme: 'https',
    connect: (socket) =>
      void socket.once('data', () => socket.end(Buffer.of(0x15, 3, 3, 0, 2, 2, 40))),
  },
  'tls-rubbish': {
    summary: 'Random bytes in answer to the handshake.',
    scheme: 'https',
    connect: (socket) => void socket.once('data', () => socket.end(Buffer.alloc(4096, 0x16))),
  },
};
