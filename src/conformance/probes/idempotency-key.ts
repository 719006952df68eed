import { randomUUID } from 'node:crypto';
import type { ProbeRequest } from '../gateway.ts';

/** A key that no run had before, whatever its seed: what a gateway still holds cannot answer. */
export function freshKey(): string {
  return `assay-${randomUUID()}`;
}

/** The request under a key, as the first or a later attempt. */
export function keyed(request: ProbeRequest, key: string, attempt = 1): ProbeRequest {
  return { ...request, idempotencyKey: key, group: { kind: 'key', id: key }, attempt };
}
