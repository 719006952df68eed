import { BodyBudget } from '../../src/exchange/body-budget.ts';
import type { Run } from '../../src/exchange/capture.ts';
import type { Outgoing } from '../../src/exchange/outgoing.ts';
import { NO_PAYLOAD, textPayload } from '../../src/exchange/payload.ts';
import { Redactor, runSecrets } from '../../src/exchange/redaction/redact.ts';
import { LIMITS } from '../../src/input/limits.ts';

export const KEY = 'assay_live_0f1e2d3c4b5a69788796a5b4c3d2e1f0';

export function testRun(signal?: AbortSignal): Run {
  const originMs = performance.now();
  let id = 0;
  return {
    now: () => performance.now() - originMs,
    nextId: () => {
      id += 1;
      return id;
    },
    redactor: new Redactor(runSecrets(KEY)),
    bodies: new BodyBudget(LIMITS.probeBodies.value),
    ...(signal && { signal }),
  };
}

export function chat(origin: string, change: Partial<Outgoing> = {}): Outgoing {
  return {
    operation: 'chat',
    sender: 'test',
    attempt: 1,
    method: 'POST',
    origin,
    path: '/chat/completions',
    headers: [],
    credential: 'first',
    authorization: `Bearer ${KEY}`,
    payload: textPayload('{"model":"m"}', 'application/json'),
    deadlineMs: 3000,
    ...change,
  };
}

export function read(origin: string, change: Partial<Outgoing> = {}): Outgoing {
  return chat(origin, { method: 'GET', path: '/x', payload: NO_PAYLOAD, ...change });
}

/** The same item several times: requests to be sent together. */
export function many<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}
