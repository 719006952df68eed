import { type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import { loopbackServer } from '../../support/loopback-server.ts';

/** A gateway that expects its key in another form than the reference gateway behind it. */
export interface Relay {
  readonly address: string;
  readonly keys: readonly [first: string, second: string];
  /** Method, address and headers of each request, without health checks. */
  readonly seen: readonly Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
}

/** @param keyHeader in which the key stands alone; null when the relay adds one itself */
export async function startRelay(
  keyHeader: string | null,
  options: ReferenceOptions = {},
): Promise<Relay> {
  const reference = createReferenceServer({ ttftMs: 2, itlMs: 1, videoMs: 100, ...options });
  const { address } = await reference.listen();
  onTestFinished(() => reference.close(0));
  const seen: IncomingMessage[] = [];
  const host = await loopbackServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (!url.endsWith('/healthz')) seen.push(incoming);
    const key = keyHeader === null ? reference.keys[0] : headers[keyHeader];
    const { [keyHeader ?? '']: _, authorization: __, ...rest } = headers;
    const forwarded = request(`${address}${url.replace(/[?].*$/, '').replace(/^\/gw/, '')}`, {
      ...(method !== undefined && { method }),
      headers: { ...rest, ...(key !== undefined && { authorization: `Bearer ${String(key)}` }) },
    });
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  return { address: `http://${host}/gw`, keys: reference.keys, seen };
}
