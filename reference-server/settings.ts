/** The settings of a reference gateway; `DEFAULTS` has the defaults. */
export interface ReferenceOptions {
  /** Receipt of a request to its first token. */
  readonly ttftMs?: number;
  /** From each token to the next. */
  readonly itlMs?: number;
  /** Content tokens of an answer. */
  readonly tokens?: number;
  /** Billable requests served at a time; 0 means no limit. Capacity = slots / service time. */
  readonly slots?: number;
  /** How long a billable request holds its slot. */
  readonly serviceTimeMs?: number;
  /** Length of a video job. */
  readonly videoMs?: number;
  /** Chooses the words of the answers. */
  readonly seed?: number;
  /** The folder of what survives a restart, and what other processes share; absent: the memory of the process. */
  readonly store?: string;
  /** Address of the provider; absent: the gateway generates the answers. */
  readonly upstream?: string;
  /** The key that the gateway uses towards the provider. */
  readonly upstreamKey?: string;
  /** The delay of every piece of a relayed answer. */
  readonly relayDelayMs?: number;
  /** The longest time without progress of the provider. */
  readonly relayDeadlineMs?: number;
  /** Ids of planted defects. */
  readonly faults?: readonly string[];
  /** Ids of legal oddities. */
  readonly variants?: readonly string[];
  /** The API keys of the two tenants; random of the form `ref_live_<32 hex>` by default. */
  readonly keys?: readonly [first: string, second: string];
}

export type Settings = Required<
  Omit<ReferenceOptions, 'keys' | 'faults' | 'variants' | 'store' | 'upstream' | 'upstreamKey'>
>;

export const DEFAULTS: Settings = {
  ttftMs: 20,
  itlMs: 2,
  tokens: 16,
  slots: 0,
  serviceTimeMs: 0,
  videoMs: 400,
  seed: 1,
  relayDelayMs: 0,
  relayDeadlineMs: 3000,
};
