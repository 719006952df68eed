/** How long a request waits for another one, which a busy machine may keep for long. */
const ALONE_MS = 500;
/** How long requests that have met wait for one more. */
const GAP_MS = 100;

/** Requests for one thing that wait for each other, so that they go on at once. */
export class Meetings {
  readonly #begun = new Map<string, Meeting>();

  /** Resolves when no further request for it has come for a while, for all that wait. */
  async join(name: string): Promise<void> {
    const begun = this.#begun.get(name);
    const meeting = begun ?? new Meeting();
    if (begun === undefined) this.#begun.set(name, meeting);
    await meeting.endAfter(begun === undefined ? ALONE_MS : GAP_MS);
    this.#begun.delete(name);
  }
}

class Meeting {
  readonly #end = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;

  /** Waits for this time, or as long as a later call says. */
  endAfter(ms: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end.resolve, ms);
    return this.#end.promise;
  }
}
