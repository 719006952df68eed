import type { DelayLine } from './relay/delay-line.ts';
import type { Provider } from './relay/provider/provider.ts';
import type { RelayedJob } from './relay/relay-steps.ts';
import type { Settings } from './settings.ts';
import type { Capacity } from './state/capacity.ts';
import type { Records } from './state/idempotency.ts';
import type { Ledger } from './state/ledger.ts';
import type { PreciseTimer } from './state/precise-timer.ts';
import type { Tenants } from './state/tenants.ts';
import type { TokenClock } from './state/token-clock.ts';
import type { Job, Jobs } from './state/video-jobs.ts';

/** What an alteration may use in addition to the hooks. Gateways share none of it. */
export interface Parts {
  readonly settings: Settings;
  readonly tenants: Tenants;
  readonly records: Records;
  readonly ledger: Ledger;
  readonly timer: PreciseTimer;
  readonly clock: TokenClock;
  readonly capacity: Capacity;
  readonly jobs: Jobs<Job>;
  /** The gateway relays the models that have no behaviour of their own to it; undefined: it answers all. */
  readonly provider: Provider | undefined;
  readonly delayLine: DelayLine;
  readonly relayedJobs: Jobs<RelayedJob>;
}
