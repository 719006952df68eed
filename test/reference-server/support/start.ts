import { onTestFinished } from 'vitest';
import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import { dig } from './dig.ts';

/** A gateway under test, reached over real sockets. */
export interface Started {
  readonly address: string;
  readonly keys: readonly [first: string, second: string];
  /** A request with the first key and a JSON body, unless `init` says otherwise. */
  ask(path: string, init?: AskInit): Promise<Response>;
  /** The effects that the ledger has counted. */
  effects(): Promise<number>;
  close(graceMs?: number): Promise<void>;
}

export interface AskInit {
  /** POST with a body, else GET, unless given. */
  readonly method?: string;
  readonly json?: unknown;
  readonly body?: string | FormData;
  readonly key?: string | null;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Starts a gateway without delays that ends with the test. */
export async function start(options: ReferenceOptions = {}): Promise<Started> {
  const gateway = await startUnbound(options);
  onTestFinished(() => gateway.close(0));
  return gateway;
}

/** As `start`, for tests that run at the same time: the caller closes it. */
export async function startUnbound(options: ReferenceOptions = {}): Promise<Started> {
  const server = createReferenceServer({ ttftMs: 0, itlMs: 0, tokens: 4, ...options });
  const { address } = await server.listen();
  return {
    address,
    keys: server.keys,
    ask: (path, init = {}) => ask(address + path, server.keys[0], init),
    async effects() {
      const response = await fetch(`${address}/__effects`);
      return Number(dig(await response.json(), 'effects'));
    },
    close: (graceMs) => server.close(graceMs),
  };
}

function ask(url: string, firstKey: string, init: AskInit): Promise<Response> {
  const { json, body = json === undefined ? undefined : JSON.stringify(json), signal } = init;
  const headers = new Headers(init.headers);
  const key = init.key === undefined ? firstKey : init.key;
  if (key !== null) headers.set('authorization', `Bearer ${key}`);
  if (json !== undefined && !headers.has('content-type')) {
    headers.set('content-type', 'application/json');
  }
  if (init.idempotencyKey !== undefined) headers.set('idempotency-key', init.idempotencyKey);
  const method = init.method ?? (body === undefined ? 'GET' : 'POST');
  const common = { method, headers, ...(signal === undefined ? {} : { signal }) };
  return fetch(url, body === undefined ? common : { ...common, body });
}

/** Data of each event of a stream: JSON parsed, `[DONE]` as it is. */
export async function readEvents(response: Response): Promise<readonly StreamedEvent[]> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? '';
      const parsed: unknown = data === '[DONE]' ? data : JSON.parse(data);
      return { name, data: parsed };
    });
}

export interface StreamedEvent {
  readonly name: string | undefined;
  readonly data: unknown;
}

export const CHAT = { model: 'ref-chat', messages: [{ role: 'user', content: 'Tell me more.' }] };
