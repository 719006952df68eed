import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../http/refusal.ts';

export type Tenant = 'first' | 'second';

/** What is known of a caller before the rest of the request is read. */
export interface Caller {
  /** Its body is not yet read. */
  readonly request: IncomingMessage;
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly cookie: string | undefined;
}

const CHALLENGE = 'Bearer realm="reference"';
const BEARER = /^bearer +(\S+)$/i;

/** The API keys of the two tenants, kept as digests that are compared in constant time. */
export class Tenants {
  readonly keys: readonly [first: string, second: string];
  readonly #digests: readonly (readonly [Tenant, Buffer])[];

  constructor(keys: readonly [first: string, second: string]) {
    const [first, second] = keys;
    this.keys = keys;
    this.#digests = [
      ['first', digest(first)],
      ['second', digest(second)],
    ];
  }

  /** The tenant with the key of the request (RFC 6750 §2.1), or a refusal with a challenge. */
  authorize({ authorization }: Caller): Tenant {
    if (authorization === undefined) {
      throw Refusal.unauthorized('The Authorization header is missing.', CHALLENGE);
    }
    const key = BEARER.exec(authorization)?.[1];
    if (key === undefined) {
      throw Refusal.unauthorized('The Authorization header must be "Bearer <key>".', CHALLENGE);
    }
    const tenant = this.find(key);
    if (tenant === undefined) {
      const challenge = `${CHALLENGE}, error="invalid_token"`;
      throw Refusal.unauthorized('The API key is not valid.', challenge);
    }
    return tenant;
  }

  find(key: string): Tenant | undefined {
    const shown = digest(key);
    let found: Tenant | undefined;
    for (const [tenant, known] of this.#digests) {
      if (timingSafeEqual(shown, known)) found = tenant;
    }
    return found;
  }
}

export function randomKey(prefix = 'ref_live_'): string {
  return prefix + randomBytes(16).toString('hex');
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
