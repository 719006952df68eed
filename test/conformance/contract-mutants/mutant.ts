import type { Exchange } from '../../../src/exchange/exchange.ts';

/** A gateway that is wrong in one point. */
export interface Mutant {
  readonly place: string;
  /** The path of the member, `the event`, or the name of a header. */
  readonly member: string;
  /** The words of which a finding has to say one in order to name the member. */
  readonly called: readonly string[];
  readonly mutation: string;
  /** What this gateway answers in place of the clean one; undefined where they agree. */
  change(exchange: Exchange): Exchange | undefined;
}
