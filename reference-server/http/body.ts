import type { IncomingMessage } from 'node:http';
import { ClientDisconnected } from './disconnect.ts';
import type { JsonObject } from './json.ts';
import { Refusal } from './refusal.ts';

/** Limit of a JSON body, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

/** How a JSON body is received: hooks that a fault may replace. */
export interface BodySteps {
  checkMediaType(contentType: string | undefined, request: IncomingMessage): void;
  readBody(request: IncomingMessage): Promise<Buffer>;
  parseJson(bytes: Buffer): JsonObject;
}

/** Refuses a body without a JSON media type. */
export function requireJson(contentType: string | undefined): void {
  const [type = ''] = (contentType ?? '').split(';', 1);
  if (JSON_TYPE.test(type.trim().toLowerCase())) return;
  throw Refusal.unsupported('application/json');
}

export interface ReceivedJson {
  readonly body: JsonObject;
  readonly bytes: Buffer;
}

/** The JSON object of a request, with its bytes. */
export async function receiveJson(
  steps: BodySteps,
  request: IncomingMessage,
): Promise<ReceivedJson> {
  steps.checkMediaType(request.headers['content-type'], request);
  const bytes = await steps.readBody(request);
  return { body: steps.parseJson(bytes), bytes };
}

/** The whole body of a JSON request. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return readBytes(request, MAX_BODY, () => Refusal.tooLarge('The body is larger than 4 MiB.'));
}

/**
 * The whole body, up to a limit; rejects with `ClientDisconnected` when the connection closes
 * before its end.
 */
export function readBytes(
  request: IncomingMessage,
  most: number,
  tooLarge: () => Refusal,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) {
        chunks.push(chunk);
        return;
      }
      request.off('data', collect);
      reject(tooLarge());
    };
    request.on('data', collect);
    request.on('end', () => resolve(Buffer.concat(chunks)));
    // After its end this has no effect.
    request.on('close', () => reject(new ClientDisconnected()));
  });
}

const DRAIN_BYTES = 80 * 1024 * 1024;
const DRAIN_MS = 10_000;

/**
 * Continues to read after an early answer, so that a client that is still sending can read it and
 * reuse the connection. If a body does not end within these limits, the connection is closed.
 */
export function drain(request: IncomingMessage): void {
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DRAIN_BYTES) socket.destroy();
  });
  // Node discards a body that has no reader at the end of the response; this counts as reading.
  request.read(0);
  request.on('close', () => clearTimeout(timer));
  request.on('end', () => clearTimeout(timer));
  request.resume();
}
