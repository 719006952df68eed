import { z } from 'zod';
import type { Target } from '../../src/target/target.ts';

/** One plain chat with a reference gateway. */
export function chat(target: Target, key: string): Promise<Response> {
  return fetch(`${target.address}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'ref-chat',
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  });
}

/** The number of requests in flight at the gateway. */
export async function inFlight(target: Target): Promise<number> {
  const answer = await fetch(`${target.address}/__in-flight`);
  return z.object({ inFlight: z.number() }).parse(await answer.json()).inFlight;
}
