import type { Alarm } from './alarm.ts';
import type { Capacity } from './capacity.ts';
import type { Hooks } from './hooks.ts';
import type { Records } from './idempotency.ts';
import type { Ledger } from './ledger.ts';
import type { Settings } from './settings.ts';
import type { Tenants } from './tenants.ts';
import type { TokenClock } from './token-clock.ts';
import type { Jobs } from './video-jobs.ts';

/** All that one reference gateway consists of. Nothing of it is shared with another one. */
export interface Gateway {
  readonly settings: Settings;
  readonly tenants: Tenants;
  readonly records: Records;
  readonly ledger: Ledger;
  readonly alarm: Alarm;
  readonly clock: TokenClock;
  readonly capacity: Capacity;
  readonly jobs: Jobs;
  readonly hooks: Hooks;
}
