/** What a run is doing, on stderr: one line that changes on a terminal, plain lines elsewhere. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  #live = '';

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** A line that stays. */
  say(line: string): void {
    this.#clear();
    this.#stream.write(`${line}\n`);
  }

  /** A line that the next one replaces; not shown where lines cannot be replaced. */
  show(line: string): void {
    if (!this.#stream.isTTY) return;
    this.#clear();
    this.#live = line.slice(0, Math.max(this.#stream.columns - 1, 20));
    this.#stream.write(this.#live);
  }

  /** Leaves the terminal clean. */
  end(): void {
    this.#clear();
  }

  #clear(): void {
    if (this.#live === '') return;
    this.#stream.write('\r\u001b[2K');
    this.#live = '';
  }
}
