import { Deadline } from '../../exchange/http/deadline.ts';

/** A probe took too long: its rules stay unverified. */
export class ProbeOverdue extends Error {
  override name = 'ProbeOverdue' as const;

  constructor(deadlineMs: number) {
    super(`its probe did not finish within ${deadlineMs / 1000} s (raise probeDeadlineMs)`);
  }
}

/** Ends one probe when it takes too long. */
export class ProbeDeadline {
  readonly #deadlineMs: number;
  readonly #ending = new AbortController();
  readonly #deadline: Deadline | undefined;

  /** @param deadlineMs without one, a probe may take any time */
  constructor(deadlineMs = Number.POSITIVE_INFINITY) {
    this.#deadlineMs = deadlineMs;
    if (Number.isFinite(deadlineMs)) {
      this.#deadline = new Deadline(deadlineMs, () => this.#ending.abort());
    }
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** @throws ProbeOverdue */
  check(): void {
    if (this.signal.aborted) throw new ProbeOverdue(this.#deadlineMs);
  }

  clear(): void {
    this.#deadline?.clear();
  }
}
