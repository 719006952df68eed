import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import type { Behaviours } from '../../reference-server/hostile/behaviour.ts';
import {
  BEHAVIOURS,
  findBehaviour,
  KINDS,
} from '../../reference-server/hostile/behaviours/index.ts';
import { type HostileServer, startHostileServer } from '../../reference-server/hostile/server.ts';

const KEY = 'a-key-that-comes-back';
const CHAT = JSON.stringify({ model: 'm', stream: true, messages: [] });

async function started(name: string): Promise<HostileServer> {
  const server = await startHostileServer(findBehaviour(name), { onStrayed: () => {} });
  onTestFinished(() => server.close());
  return server;
}

/** The first bytes of the answer to a request; empty if the connection ends without any. */
async function firstBytes({ address }: HostileServer, head: string, body = ''): Promise<string> {
  const socket = connectTcp(Number(new URL(address).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    `${head} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const data = once(socket, 'data').then(([bytes]) => String(bytes));
  return await Promise.race([data, once(socket, 'close').then(() => '')]).catch(() => '');
}

test('hostile gateway: each behaviour has its own name, in kebab-case, and one sentence', () => {
  const names = Object.values(KINDS).flatMap((kind) => Object.keys(kind));
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThanOrEqual(120);
  for (const [name, { summary }] of BEHAVIOURS) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(summary).toMatch(/^[^a-z].*\.$/);
  }
});

/** They never send a byte to a client without TLS: their harm is another one. */
const SILENT = new Set([
  'stall-before-status',
  'stall-in-upload',
  'reset-on-connect',
  'reset-in-request',
  'reset-before-status',
  'close-before-status',
  'tls-cut',
  'tls-stall',
]);

/** Without codings: to pack its bodies takes seconds, and the table of runs does so. */
const { codings: _, ...QUICK } = KINDS;

test.each(Object.entries<Behaviours>(QUICK))(
  'hostile gateway: every behaviour of the kind %s sends its bytes to a chat, unless it is silent',
  async (_kind, behaviours) => {
    const chatting = Object.entries(behaviours).filter(
      ([name, behaviour]) =>
        !SILENT.has(name) &&
        !('certificate' in behaviour) &&
        !('answer' in behaviour && behaviour.operations !== undefined),
    );
    for (const [name] of chatting) {
      const server = await started(name);
      const bytes = await firstBytes(server, 'POST /chat/completions', CHAT);
      await server.close();
      expect(bytes, name).not.toBe('');
      expect(bytes, name).not.toContain('There is no such path.');
    }
  },
);

test.each(['endless-body', 'stall-in-upload', 'reset-in-request', 'job-never-ends'])(
  'hostile gateway: %s answers a read of an unknown job with a plain 404',
  async (name) => {
    const bytes = await firstBytes(await started(name), 'GET /videos/no-such-job');
    expect(bytes).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  },
);

test.each([
  ['tls-expired', 'CERT_HAS_EXPIRED'],
  ['tls-wrong-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['tls-self-signed', undefined],
])('hostile gateway: a client that trusts the certificate of %s sees %s', async (name, code) => {
  const { address, certificate } = await started(name);
  const seen = await new Promise<string | undefined>((resolve) => {
    const socket: TLSSocket = connectTls(
      { port: Number(new URL(address).port), host: '127.0.0.1', ca: certificate },
      () => resolve(undefined),
    );
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    onTestFinished(() => void socket.destroy());
  });
  expect(seen).toBe(code);
});
