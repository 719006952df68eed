import { request } from 'node:http';
import { Readable } from 'node:stream';
import type { Started } from './start.ts';

export interface Upload {
  readonly contentType: string;
  /** Written one after the other. */
  readonly body: Iterable<Buffer>;
  /** Sent in chunks when it is not stated. */
  readonly contentLength?: number;
  readonly idempotencyKey?: string;
}

export interface Uploaded {
  readonly status: number;
  /** Parsed, or the text if it is not JSON. */
  readonly body: unknown;
}

/** Sends a body to POST /audio/transcriptions exactly as given. */
export function upload({ address, keys }: Started, sent: Upload): Promise<Uploaded> {
  const { contentType, body, contentLength, idempotencyKey } = sent;
  const headers = {
    authorization: `Bearer ${keys[0]}`,
    'content-type': contentType,
    ...(contentLength === undefined ? {} : { 'content-length': contentLength }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}/audio/transcriptions`, { method: 'POST', headers });
    outgoing.on('error', reject);
    outgoing.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode ?? 0, body: parsed(text) });
    });
    Readable.from(body).pipe(outgoing);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const BOUNDARY = 'boundary-of-the-test';
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** The text of a form whose parts are given with their headers. */
export function form(...parts: readonly string[]): Buffer {
  const text = parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('');
  return Buffer.from(`${text}--${BOUNDARY}--\r\n`, 'latin1');
}

export const MODEL_PART = field('model', 'ref-echo');

export function field(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
}

export function file(content: string, name = 'file', filename = 'a.wav'): string {
  const disposition = `form-data; name="${name}"; filename="${filename}"`;
  return `Content-Disposition: ${disposition}\r\nContent-Type: audio/wav\r\n\r\n${content}`;
}
