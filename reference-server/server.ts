import type { Duplex } from 'node:stream';
import { alter } from './alterations.ts';
import type { Alteration, Gateway } from './hooks.ts';
import type { Speech } from './http/accept-clients.ts';
import { type Front, frontOf } from './http/front.ts';
import { listen } from './http/listen.ts';
import { http } from './http/node-http.ts';
import { DelayLine } from './relay/delay-line.ts';
import { Provider } from './relay/provider/provider.ts';
import type { RelayedJob } from './relay/relay-steps.ts';
import { serve } from './serve.ts';
import { DEFAULTS, type ReferenceOptions } from './settings.ts';
import { Capacity } from './state/capacity.ts';
import { Owned } from './state/owned.ts';
import { PreciseTimer } from './state/precise-timer.ts';
import { Store } from './state/store.ts';
import { keptIn } from './state/stored.ts';
import { randomKey, Tenants } from './state/tenants.ts';
import { TokenClock } from './state/token-clock.ts';

export type { ReferenceOptions } from './settings.ts';

export interface ReferenceServer {
  /** The API keys of the two tenants. */
  readonly keys: readonly [first: string, second: string];
  /** Starts to listen; port 0 is any free one. */
  listen(port?: number, host?: string): Promise<{ readonly address: string }>;
  /** Accepts no more connections, lets requests in flight finish, and cuts them after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

const MOST_JOBS = 20_000;

interface Planted {
  /** Alterations without an id, over all others. */
  readonly planted?: readonly Alteration[];
}

/** A separate reference gateway: it shares nothing with another one in the same process. */
export function createReferenceServer({
  certified,
  http2,
  ...options
}: ReferenceOptions & Planted & Speech = {}): ReferenceServer {
  const keys = options.keys ?? [randomKey(), randomKey()];
  const gateway = createGateway(options, keys);
  const timeouts = { keepAliveTimeout: 65_000, requestTimeout: 120_000 };
  const plain = http.createServer(timeouts, (request, response) => {
    response.on('close', () => {
      // A connection that has become idle while the server closes would keep it open.
      if (!front.server.listening) setImmediate(() => plain.closeIdleConnections());
    });
    serve(gateway, request, response).catch(() => response.destroy());
  });
  plain.on('clientError', refuseUnreadable);
  const front = frontOf(plain, { certified, http2 });
  const scheme = certified === undefined ? 'http' : 'https';
  return {
    keys,
    listen: async (port = 0, host = '127.0.0.1') => ({
      address: `${scheme}://${await listen(front.server, port, host)}`,
    }),
    close: async (graceMs = 5000) => {
      await close(front, graceMs);
      gateway.provider?.close();
    },
  };
}

function createGateway(
  options: ReferenceOptions & Planted,
  keys: readonly [first: string, second: string],
): Gateway {
  const {
    faults = [],
    variants = [],
    planted = [],
    keys: _,
    store,
    upstream,
    upstreamKey,
    ...given
  } = options;
  const settings = { ...DEFAULTS, ...given };
  const timer = new PreciseTimer();
  const parts = {
    settings,
    tenants: new Tenants(keys),
    ...keptIn(store === undefined ? undefined : new Store(store)),
    clock: new TokenClock(),
    timer,
    capacity: new Capacity(settings, timer),
    // A provider without a key takes any.
    provider:
      upstream === undefined
        ? undefined
        : new Provider(upstream, upstreamKey ?? randomKey('upstream_')),
    relayedJobs: new Owned<RelayedJob>(MOST_JOBS),
    delayLine: new DelayLine(settings.relayDelayMs),
  };
  return { ...parts, hooks: alter(parts, { faults, variants, planted }) };
}

function close(front: Front, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => front.cut(), graceMs);
    front.server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    front.close();
  });
}

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what Node's parser could not read as a request, and closes the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const message = 'The request is not readable as HTTP.';
  const members = { message, type: 'invalid_request_error', param: null, code: null };
  const body = JSON.stringify({ error: members });
  const statusLine = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
