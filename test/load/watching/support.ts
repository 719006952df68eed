import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ReferenceOptions } from '../../../reference-server/server.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { bundledProfile } from '../../../src/conformance/profiles/profile-file.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { BodyBudget } from '../../../src/exchange/body-budget.ts';
import { SeenSecrets } from '../../../src/load/watching/seen-secrets.ts';
import {
  type RecorderOptions,
  TrafficRecorder,
} from '../../../src/load/watching/traffic-recorder.ts';
import {
  type Watched,
  type WatchOrder,
  watchTraffic,
} from '../../../src/load/watching/watch-traffic.ts';
import { WatchedConnection } from '../../../src/load/watching/watched-connection.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { start } from '../../reference-server/support/start.ts';
import { serveInTest } from '../../support/tcp-server.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

export interface Watching {
  /** Address for clients, with the path prefix of the target. */
  readonly address: string;
  /** Ends the watching. */
  stop(): Promise<Watched>;
}

type WatchingOrder = Partial<
  Pick<WatchOrder, 'host' | 'port' | 'observer' | 'certified' | 'http2'>
>;

/** Watches the traffic to a gateway on a free port until the test stops it. */
export async function watchGateway(address: string, order: WatchingOrder = {}): Promise<Watching> {
  const { origin, pathname } = new URL(address);
  const basePath = pathname.replace(/\/$/, '');
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const ready = Promise.withResolvers<number>();
  const watched = watchTraffic({
    target: { origin, basePath },
    host: '127.0.0.1',
    port: 0,
    workload: WorkloadSchema.parse({}),
    rules: RULES,
    profile: resolveProfile(bundledProfile('reference'), RULES),
    capabilities: { secondKey: false },
    objectives: [],
    signal: stopping.signal,
    onReady: ready.resolve,
    onProgress: () => {},
    ...order,
  });
  watched.catch(ready.reject);
  const taken = await ready.promise;
  return {
    address: `http://127.0.0.1:${taken}${basePath}`,
    stop: async () => {
      stopping.abort();
      return await watched;
    },
  };
}

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The first key of the gateway by default. */
  readonly authorization?: string;
}

/** Watches the traffic to a reference gateway, and sends requests through. */
export async function watchReference(options: ReferenceOptions = {}, order: WatchingOrder = {}) {
  const gateway = await start(options);
  const [key] = gateway.keys;
  const watching = await watchGateway(gateway.address, order);
  const send = async (path: string, sent: Sent = {}): Promise<string> => {
    const { method = 'POST', body, headers, authorization = `Bearer ${key}` } = sent;
    const response = await fetch(`${watching.address}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return await response.text();
  };
  return { ...watching, key, send };
}

/** Watches the traffic to a TCP server that handles each connection as a test wants. */
export async function watchServer(
  onRequest: (socket: Socket, request: string) => void,
  order: WatchingOrder = {},
) {
  const gateway = await serveInTest(onRequest);
  return { ...(await watchGateway(gateway.origin, order)), gateway };
}

/** A recorder of what passes to an origin, with what the test says of it. */
export function recorderTo(
  origin: string,
  options: Partial<RecorderOptions> = {},
  Recorder = TrafficRecorder,
): TrafficRecorder {
  return new Recorder({
    target: { origin, basePath: '' },
    secrets: new SeenSecrets(null),
    bodies: new BodyBudget(1024 * 1024),
    now: () => 0,
    onExchange: () => {},
    waiting: () => 0,
    ...options,
  });
}

/** Connects each client with an origin. @returns the address for clients */
export async function connectClients(origin: string, recorder: TrafficRecorder): Promise<string> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const side = { origin, basePath: '', admits: () => true };
    const connection = new WatchedConnection(client, side, recorder, () => {});
    onTestFinished(() => connection.close());
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** Ids of the rules with findings. */
export function brokenRules({ result }: Watched): readonly string[] {
  return result.judges
    .filter(({ tally }) => tally.findings > 0)
    .map(({ rule }) => rule.id)
    .toSorted();
}

/** How many pieces of evidence a rule judged. */
export function judgedBy({ result }: Watched, id: string): number {
  return result.judges.find(({ rule }) => rule.id === id)?.tally.judged ?? 0;
}

/** All that a report could show of the traffic. */
export function keptText({ result }: Watched): string {
  const kept = result.judges.map(({ tally }) => [[...tally.reasons], [...tally.byOperation]]);
  // A clone has no `toJSON`, which a Buffer has.
  return JSON.stringify(structuredClone(kept), (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}

/** Sends bytes, and reads as many. */
export async function exchangeBytes(
  address: string,
  bytes: string,
  count: number,
): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(bytes, 'latin1');
  let received = '';
  for await (const piece of socket) {
    received += Buffer.from(piece).toString('latin1');
    if (received.length >= count) break;
  }
  return received;
}
