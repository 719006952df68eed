import type { JsonValue } from '../http/json.ts';
import type { Tenant } from './tenants.ts';

/** A response that a request can continue. */
export interface StoredResponse {
  readonly id: string;
  readonly tenant: Tenant;
  /** The dialog up to its end, as the items of an input. */
  readonly items: readonly JsonValue[];
}
