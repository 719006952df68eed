import { randomUUID } from 'node:crypto';
import type { ProbeRequest } from '../gateway.ts';

/**
 * A key that no earlier run used, with any seed: an answer that the gateway stored cannot match
 * it.
 */
export function freshKey(): string {
  return `assay-${randomUUID()}`;
}

/** The request under a key, as the first or a later attempt. */
export function keyed(request: ProbeRequest, key: string, attempt = 1): ProbeRequest {
  return { ...request, idempotencyKey: key, group: { kind: 'key', id: key }, attempt };
}
