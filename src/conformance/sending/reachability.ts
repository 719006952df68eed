import type { Exchange, Outcome } from '../../exchange/exchange.ts';
import { checkLiveness, type TargetAddress } from './liveness.ts';

const BROKEN_OFF: ReadonlySet<Outcome> = new Set(['refused', 'reset', 'truncated']);

/** Notices that a target no longer answers anything, when an answer broke off or never came. */
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
   * Looks whether the gateway still lives, when one of these broke off: one that ended or froze in
   * the middle of an answer has broken no rule by it.
   */
  async checkAfter(exchanges: readonly Exchange[]): Promise<void> {
    if (!exchanges.some((each) => brokeOff(each) || each.outcome === 'timed-out')) return;
    await this.check();
  }

  /** Looks whether the gateway lives, also once it was gone: probes that ask at once look together. */
  async check(): Promise<void> {
    this.#looking ??= this.#look();
    await this.#looking;
  }

  async #look(): Promise<void> {
    this.#isGone = (await checkLiveness(this.#target, this.#signal)) !== 'alive';
    this.#looking = undefined;
  }
}

/** As an exchange looks whose gateway ended meanwhile; a defect of the gateway looks the same. */
export function brokeOff({ outcome }: Exchange): boolean {
  return BROKEN_OFF.has(outcome);
}
