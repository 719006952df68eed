import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ReferenceOptions } from '../../../reference-server/server.ts';
import { type Started, startUnbound } from './start.ts';

/** One request that the gateway sent to the provider. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The number of the connection, from 0. */
  readonly connection: number;
  /** Resolves when the gateway has closed its connection before the answer was complete. */
  readonly disconnected: Promise<void>;
  readonly response: ServerResponse;
}

/** How the provider answers; `count` is the number of requests before this one. */
export type Script = (
  request: ProviderRequest,
  response: ServerResponse,
  count: number,
) => void | Promise<void>;

export interface Provider {
  readonly address: string;
  readonly requests: readonly ProviderRequest[];
  /** Connections that are open. */
  connections(): number;
  close(): Promise<void>;
}

/** A provider that answers as scripted. */
async function startProvider(script: Script): Promise<Provider> {
  const requests: ProviderRequest[] = [];
  const sockets: object[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    const disconnected = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers, socket } = request;
    const body = Buffer.concat(chunks);
    const received = {
      method,
      path,
      headers,
      body,
      connection: sockets.indexOf(socket),
      disconnected,
      response,
    };
    requests.push(received);
    await script(received, response, requests.length - 1);
  });
  server.on('connection', (socket) => {
    sockets.push(socket);
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    connections: () => open,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Relay {
  readonly gateway: Started;
  readonly provider: Provider;
}

/** On a busy machine an answer of the provider can take seconds. */
const PATIENCE_MS = 20_000;

/** A gateway with a scripted provider; both end with the test. */
export async function startRelay(script: Script, options: ReferenceOptions = {}): Promise<Relay> {
  const { gateway, provider, close } = await startUnboundRelay(script, options);
  onTestFinished(close);
  return { gateway, provider };
}

/** As `startRelay`, for tests that run at the same time: the caller closes both. */
export async function startUnboundRelay(
  script: Script,
  options: ReferenceOptions,
): Promise<Relay & { close(): Promise<void> }> {
  const provider = await startProvider(script);
  const upstream = { upstream: provider.address, upstreamKey: UPSTREAM_KEY };
  const gateway = await startUnbound({ ...upstream, relayDeadlineMs: PATIENCE_MS, ...options });
  const close = async () => {
    await gateway.close(0);
    await provider.close();
  };
  return { gateway, provider, close };
}

export const UPSTREAM_KEY = 'upstream_of-the-gateway';

/** A chat in one body. */
export function chatAnswer(content: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'ref-chat',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 7, completion_tokens: 11, total_tokens: 18 },
  };
}

/** An event of a chat stream with some text. */
export function chatEvent(content: string): string {
  return eventOf({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

export const FINISH = eventOf({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
export const DONE = 'data: [DONE]\n\n';

function eventOf(data: object): string {
  const common = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'ref-chat',
  };
  return `data: ${JSON.stringify({ ...common, ...data })}\n\n`;
}

export function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

export function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** A whole stream in these pieces. */
export function sendEvents(
  response: ServerResponse,
  ...pieces: readonly (string | Buffer)[]
): void {
  startEvents(response);
  for (const piece of pieces) response.write(piece);
  response.end();
}

/** The texts of a chat stream, and how it ended. */
export function readChat(text: string): { readonly content: string; readonly ends: string } {
  const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, line = '']) => line);
  const parts = data.flatMap((line) => [...line.matchAll(/"content":("(?:[^"\\]|\\.)*")/g)]);
  const content = parts.map(([, literal = '""']) => String(JSON.parse(literal))).join('');
  return { content, ends: data.at(-1) ?? '' };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
