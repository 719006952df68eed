import type { Alteration } from '../hooks.ts';
import type { Body } from '../http/fields.ts';
import type { Refusal } from '../http/refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';
import type { PostOperation } from '../routes.ts';
import type { Retryable } from '../state/idempotency.ts';

/** Every request to an operation is refused, or every nth. */
export function refuses(
  id: string,
  summary: string,
  operation: PostOperation,
  refusal: Refusal,
  every = 1,
): Alteration {
  const refused = { operation, every, refusal };
  return { id, summary, hooks: ({ limit }) => ({ limit: refuseEveryNth(limit, refused) }) };
}

/** The body of a chat is read as this one. */
export function readsChat(id: string, summary: string, edit: (body: Body) => Body): Alteration {
  return { id, summary, hooks: (base) => ({ checkChat: (body) => base.checkChat(edit(body)) }) };
}

/** The body of a responses request is read as this one. */
export function readsResponse(id: string, summary: string, edit: (body: Body) => Body): Alteration {
  return {
    id,
    summary,
    hooks: (base) => ({ checkResponses: (body) => base.checkResponses(edit(body)) }),
  };
}

/** The body of an image request is read as this one. */
export function readsImages(id: string, summary: string, edit: (body: Body) => Body): Alteration {
  return {
    id,
    summary,
    hooks: (base) => ({ checkImages: (body) => base.checkImages(edit(body)) }),
  };
}

/** The Idempotency-Key is read as this one. */
export function readsKey(
  id: string,
  summary: string,
  edit: (header: string | undefined) => string | undefined,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ readKey }) => ({
      readKey: (header, operation) => readKey(edit(header), operation),
    }),
  };
}

/** The result of a request is kept as that of this one, or not at all. */
export function keepsAs(
  id: string,
  summary: string,
  edit: (retryable: Retryable) => Retryable | undefined,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ nameRecord }) => ({
      nameRecord(retryable) {
        const kept = edit(retryable);
        return kept === undefined ? undefined : nameRecord(kept);
      },
    }),
  };
}
