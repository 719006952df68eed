import type { Agent, IncomingHttpHeaders, request } from 'node:http';
import type { Readable } from 'node:stream';
import { http, https } from '../../http/node-http.ts';
import type { Operation } from '../../routes.ts';
import { ProviderFailure } from './provider-failure.ts';

/** One request to the provider. */
export interface ProviderCall {
  readonly operation: Operation;
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Below the base address of the provider, such as `/chat/completions`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** The answer is to be an event stream. */
  readonly stream: boolean;
  /** The answer is to be a text without JSON. */
  readonly isText?: boolean;
}

/** The head of an answer of the provider; its body follows. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Fails when the connection is closed before its end. */
  readonly body: Readable;
}

/** Idle connections that are kept. */
const MOST_IDLE = 1024;

/** How one call is sent; a fault changes it. */
export interface SendOptions {
  /** Where it is sent, in place of the base address and the path of the call. */
  readonly url?: URL;
  /** False: on a connection of its own, which is then closed. Default: true. */
  readonly pooled?: boolean;
  /** False: a stale connection is a failure. Default: true. */
  readonly retriesStale?: boolean;
}

/** The provider behind the gateway, with a pool of connections to it. */
export class Provider {
  readonly key: string;
  readonly #base: URL;
  readonly #agent: Agent;
  readonly #request: typeof request;

  /** @param key which the gateway uses towards the provider */
  constructor(url: string, key: string) {
    this.key = key;
    this.#base = new URL(url);
    const client = this.#base.protocol === 'https:' ? https() : http;
    const pool = { keepAlive: true, maxFreeSockets: MOST_IDLE };
    this.#agent = new client.Agent(pool);
    this.#request = client.request;
  }

  /** How the address can stand in a text: with and without scheme. */
  get names(): readonly string[] {
    const { origin, host } = this.#base;
    return [origin, host];
  }

  /**
   * Sends a call and resolves with the head of the answer; rejects with `ProviderFailure`, or with the
   * reason of the signal. A pooled connection that the provider closed before any byte of an answer is
   * replaced once: the provider closed it while it was idle.
   */
  async send(
    call: ProviderCall,
    signal: AbortSignal,
    { url = this.#url(call), pooled = true, retriesStale = true }: SendOptions = {},
  ): Promise<ProviderAnswer> {
    const first = await this.#attempt(url, call, signal, pooled);
    if (first !== 'stale') return first;
    const second = retriesStale ? await this.#attempt(url, call, signal, false) : 'stale';
    if (second === 'stale') throw new ProviderFailure({ kind: 'cut' });
    return second;
  }

  /** Closes the idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  #url({ path }: ProviderCall): URL {
    const url = new URL(this.#base);
    url.pathname = url.pathname.replace(/\/$/, '') + path;
    return url;
  }

  #attempt(
    url: URL,
    { method, headers, body }: ProviderCall,
    signal: AbortSignal,
    pooled: boolean,
  ): Promise<ProviderAnswer | 'stale'> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const agent = pooled ? this.#agent : false;
      const request = this.#request(url, { method, headers, agent });
      let bytesBefore = 0;
      let isConnected = false;
      request.on('socket', (socket) => {
        bytesBefore = socket.bytesRead;
        isConnected = !socket.connecting;
        if (isConnected) return;
        socket.once('connect', () => {
          isConnected = true;
        });
      });
      const abort = () => {
        request.destroy();
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      request.on('response', (answer) => {
        signal.removeEventListener('abort', abort);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer });
      });
      request.on('error', () => {
        signal.removeEventListener('abort', abort);
        const { reusedSocket, socket } = request;
        if (reusedSocket && socket?.bytesRead === bytesBefore) resolve('stale');
        else reject(new ProviderFailure({ kind: isConnected ? 'cut' : 'unreachable' }));
      });
      request.end(body);
    });
  }
}
