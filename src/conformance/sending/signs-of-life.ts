import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectEncrypted } from 'node:tls';
import { OPERATIONS } from '../../contract/operations.ts';
import { connectTo } from '../../exchange/http/raw-connection.ts';

/** Where a target is, and the key that an ordinary request to it carries. */
export interface Whereabouts {
  /** Base address with whatever path prefix it has. */
  readonly address: string;
  readonly key?: string;
}

/** `silent`: it takes connections, but nothing comes back within `LIFE_DEADLINE_MS`. */
export type SignOfLife = 'alive' | 'silent' | 'refused';

/** A gateway of one thread may be busy for seconds. */
export const LIFE_DEADLINE_MS = 10_000;
const BETWEEN_LOOKS_MS = 250;

/** How long to look. */
export interface Patience {
  readonly deadlineMs: number;
  /** When it is asked once more: the first connections may have been lost. */
  readonly secondTryMs: number;
  /** A gateway that is started again by its supervisor listens after this. */
  readonly refusedMs: number;
}

const PATIENCE: Patience = { deadlineMs: LIFE_DEADLINE_MS, secondTryMs: 5000, refusedMs: 3000 };

/** `closed`: the connection ended or broke, which a process that ends brings about too. */
type Sign = SignOfLife | 'closed';

/**
 * Whether anything there still lives. Two witnesses are asked at once: HEAD of the root, and a read
 * of a video job that cannot exist. A byte in answer to either is a sign of life. The target is gone
 * when connections were refused for 3 s, or none had an answer within 10 s.
 */
export async function lookForLife(
  target: Whereabouts,
  signal?: AbortSignal,
  patience = PATIENCE,
): Promise<SignOfLife> {
  const startMs = performance.now();
  for (;;) {
    const sign = await look(target, signal, patience);
    if (sign === 'alive' || sign === 'silent') return sign;
    if (signal?.aborted || performance.now() - startMs >= patience.refusedMs) {
      return sign === 'closed' ? 'alive' : sign;
    }
    await wait(BETWEEN_LOOKS_MS);
  }
}

function look(
  target: Whereabouts,
  signal: AbortSignal | undefined,
  { deadlineMs, secondTryMs }: Patience,
): Promise<Sign> {
  return new Promise((resolve) => {
    const waiting = new Set<Socket>();
    let closed = false;
    const settle = (sign: Sign): void => {
      clearTimeout(again);
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onEndOfRun);
      for (const socket of waiting) socket.destroy();
      resolve(sign);
    };
    const ask = (): void => {
      for (const socket of [rootAsked(target), jobAsked(target)]) {
        waiting.add(socket);
        hear(socket, (sign) => {
          if (!waiting.delete(socket)) return;
          socket.destroy();
          closed ||= sign === 'closed';
          if (sign === 'alive') settle(sign);
          else if (waiting.size === 0) settle(closed ? 'closed' : 'refused');
        });
      }
    };
    const again = setTimeout(ask, secondTryMs);
    const deadline = setTimeout(() => settle('silent'), deadlineMs);
    const onEndOfRun = (): void => settle('silent');
    signal?.addEventListener('abort', onEndOfRun);
    ask();
    if (signal?.aborted) onEndOfRun();
  });
}

/** An answer, though none that TLS can go on with. */
const TLS_FAILURE = /^(ERR_SSL|ERR_TLS|EPROTO)/;
const BROKEN: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** What one connection shows, an alert of TLS too: a frozen process takes connections as well. */
function hear(socket: Socket, on: (sign: Sign) => void): void {
  socket.once('data', () => on('alive'));
  socket.once('end', () => on('closed'));
  socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (TLS_FAILURE.test(code)) on('alive');
    else on(BROKEN.has(code) ? 'closed' : 'refused');
  });
}

/** Nothing is told to it that would need a certificate. */
function rootAsked({ address }: Whereabouts): Socket {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const socket =
    url.protocol === 'https:'
      ? connectEncrypted({ host, port, ...servername, rejectUnauthorized: false })
      : connect({ host, port });
  return asked(socket, url, 'HEAD / HTTP/1.1');
}

/** As a probe asks, with the key: what stalls the one may answer the other. */
function jobAsked({ address, key }: Whereabouts): Socket {
  const url = new URL(address);
  const { method, path } = OPERATIONS['video-read'];
  const asksFor = `${url.pathname.replace(/\/+$/, '')}${path.replace('{id}', 'assay-sign-of-life')}`;
  const authorization = key === undefined ? [] : [`Authorization: Bearer ${key}`];
  return asked(connectTo(url.origin), url, `${method} ${asksFor} HTTP/1.1`, authorization);
}

function asked(
  socket: Socket,
  { protocol, host }: URL,
  requestLine: string,
  headers: readonly string[] = [],
): Socket {
  const ready = protocol === 'https:' ? 'secureConnect' : 'connect';
  const lines = [requestLine, `Host: ${host}`, ...headers, 'Connection: close'];
  socket.once(ready, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
  return socket;
}
