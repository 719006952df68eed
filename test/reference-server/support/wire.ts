import { once } from 'node:events';
import { connect } from 'node:net';
import type { Started } from './start.ts';

/** A connection that writes the given text, byte for byte. It ends when its gateway closes. */
export interface Wire {
  write(text: string | Buffer): void;
  /** All that came so far, as Latin-1. */
  received(): string;
  /** Waits until what came matches. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits until the gateway closes. */
  closed(): Promise<void>;
}

export async function wire({ address }: Started): Promise<Wire> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  await once(socket, 'connect');
  const received = () => Buffer.concat(chunks).toString('latin1');
  return {
    write: (text) => void socket.write(text),
    received,
    async until(pattern) {
      for (;;) {
        const found = pattern.exec(received());
        if (found !== null) return found;
        await once(socket, 'data');
      }
    },
    async closed() {
      if (!socket.closed) await once(socket, 'close');
    },
  };
}

/** The head of a POST with the first key. */
export function head({ keys }: Started, path: string, ...headers: readonly string[]): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${keys[0]}`,
    'Content-Type: application/json',
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
