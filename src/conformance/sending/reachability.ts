import type { Exchange, Outcome } from '../../exchange/exchange.ts';
import { checkLiveness, type TargetAddress } from './liveness.ts';

const BROKEN_OFF: ReadonlySet<Outcome> = new Set(['refused', 'reset', 'truncated']);

/** Notices that a target no longer responds, when an answer broke off or never came. */
export class Reachability {
  readonly #target: TargetAddress;
  readonly #signal: AbortSignal | undefined;
  #looking: Promise<void> | undefined;
  #isGone = false;

  constructor(target: TargetAddress, signal?: AbortSignal) {
    this.#target = target;
    this.#signal = signal;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /**
   * Checks that the gateway still responds, when one of these broke off: a gateway that ended or
   * froze within an answer has not broken a rule.
   */
  async checkAfter(exchanges: readonly Exchange[]): Promise<void> {
    if (!exchanges.some((each) => brokeOff(each) || each.outcome === 'timed-out')) return;
    await this.check();
  }

  /**
   * Checks whether the gateway responds, also after it was gone; concurrent probes share a check.
   */
  async check(): Promise<void> {
    this.#looking ??= this.#look();
    await this.#looking;
  }

  async #look(): Promise<void> {
    this.#isGone = (await checkLiveness(this.#target, this.#signal)) !== 'alive';
    this.#looking = undefined;
  }
}

/** Whether the exchange ended as it does when the gateway ends; a defect may look the same. */
export function brokeOff({ outcome }: Exchange): boolean {
  return BROKEN_OFF.has(outcome);
}
