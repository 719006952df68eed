import { setTimeout as sleep } from 'node:timers/promises';
import { dig } from '../support/dig.ts';
import type { AskInit, Started } from '../support/start.ts';

/**
 * Requests that touch everything that the faults of one area affect. The result is the same for every
 * gateway without a fault of the area, whatever the ids, the times and the speed.
 */
export type Tour = (gateway: Started) => Promise<unknown>;

/** Status, media type, challenge, Allow and text of an answer; then headers for caches and retries. */
export async function note(
  gateway: Started,
  path: string,
  init: AskInit = {},
): Promise<readonly unknown[]> {
  try {
    const response = await gateway.ask(path, init);
    const { headers, status } = response;
    const named = ['content-type', 'www-authenticate', 'allow'].map((name) => headers.get(name));
    const others = ['cache-control', 'retry-after', 'content-encoding'].map((name) =>
      headers.get(name),
    );
    return [status, ...named, await response.text(), ...others];
  } catch {
    return ['broken'];
  }
}

/** The value of a promise, or `late`. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | 'late'> {
  const late = sleep(ms, 'late' as const, { ref: false });
  return await Promise.race([promise, late]);
}

const TRIES = 8;

/** Whether the tokens of a stream come one after the other; a busy machine reads those of a quick one at once. */
export async function isIncremental(
  gateway: Started,
  path: string,
  json: object,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const model = tries === 0 ? {} : { model: 'ref-slow' };
    if ((await readsWithTokens(gateway, path, { ...json, ...model })) > 1) return true;
  }
  return false;
}

async function readsWithTokens(gateway: Started, path: string, json: object): Promise<number> {
  const response = await gateway.ask(path, { json: { ...json, stream: true } });
  let reads = 0;
  for await (const bytes of response.body ?? []) {
    if (/"delta":(?:"|{"content":"[^"])/.test(Buffer.from(bytes).toString())) reads += 1;
  }
  return reads;
}

/** How many requests are in flight, once there are as many as that, or after a second. */
export async function inFlight({ address }: Started, wanted: number): Promise<unknown> {
  const untilMs = performance.now() + 1000;
  for (;;) {
    const found = dig(await (await fetch(`${address}/__in-flight`)).json(), 'inFlight');
    if (found === wanted || performance.now() > untilMs) return found;
    await sleep(5);
  }
}

/** Ids by the order of their first appearance, times of now as `now`. */
export function normalise(seen: unknown): string {
  const names = new Map<string, string>();
  return JSON.stringify(seen)
    .replaceAll(/(chatcmpl-|resp_|msg_|video_)[0-9a-f]{32}/g, (id: string, prefix: string) => {
      const name = names.get(id) ?? `${prefix}${names.size}`;
      names.set(id, name);
      return name;
    })
    .replaceAll(/\b1\d{9}\b/g, 'now');
}
