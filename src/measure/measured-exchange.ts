import type { Exchange } from '../exchange/exchange.ts';
import type { Form } from './answer-mode.ts';
import type { Fate } from './result-class.ts';
import type { Timings } from './timings.ts';

/** An exchange with all that is measured of it. */
export interface Seen {
  readonly exchange: Exchange;
  readonly form: Form;
  readonly fate: Fate;
  readonly timings: Timings;
}

/** Whatever wants to see each exchange of a load run as it was measured. */
export interface Follower {
  /** @param withinSlo whether it missed no objective of the SLO */
  add(seen: Seen, withinSlo: boolean): void;
}
