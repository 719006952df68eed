import { stripVTControlCharacters } from 'node:util';
import { columnsOf } from '../../report/formats/text/columns.ts';
import { coloured, type Paint, uncoloured } from '../../report/formats/text/paint.ts';

/** What progress is shown on; `process.stderr` is one. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  hasColors?(): boolean;
}

/** The room for what is redrawn in place, and how to colour it. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
}

/** What changes once a second: a block where it can be redrawn, else a line now and then. */
export interface LiveView {
  /** At most as many lines as there are rows, none wider than the columns. */
  block(canvas: Canvas): readonly string[];
  line(): string;
}

export interface ProgressOptions {
  readonly quiet?: boolean | undefined;
  /** ms that never go backwards. */
  readonly clock?: () => number;
}

/** Where lines cannot be redrawn, one of a live view comes this often. */
const LINE_EVERY_MS = 5000;
/** Views come once a second, a little early or late. */
const SLACK_MS = 500;

/** What a run is doing, on stderr: a block redrawn in place on a terminal, plain lines elsewhere. */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #quiet: boolean;
  readonly #clock: () => number;
  #block: readonly string[] = [];
  #saidAtMs = 0;

  constructor(stream: ProgressStream, { quiet, clock }: ProgressOptions = {}) {
    this.#stream = stream;
    this.#quiet = quiet === true;
    this.#clock = clock ?? (() => performance.now());
  }

  /** A line that stays. */
  say(line: string): void {
    if (this.#quiet) return;
    this.#saidAtMs = this.#clock();
    this.#write(`${this.#home()}${line}\n`);
    this.#block = [];
  }

  /** A line that the next one replaces; not shown where lines cannot be replaced. */
  show(line: string): void {
    if (this.#redraws()) this.#draw([line]);
  }

  /** A view that the next one replaces; where that cannot be, a line of it now and then. */
  live(view: LiveView): void {
    if (this.#redraws()) {
      this.#draw(view.block(this.#canvas()));
      return;
    }
    if (this.#clock() - this.#saidAtMs >= LINE_EVERY_MS - SLACK_MS) this.say(view.line());
  }

  /** Leaves the terminal clean. */
  end(): void {
    if (this.#block.length > 0) this.#write(this.#home());
    this.#block = [];
  }

  #redraws(): boolean {
    return !this.#quiet && this.#stream.isTTY === true && process.env.TERM !== 'dumb';
  }

  #canvas(): Canvas {
    const { columns = 80, rows = 24 } = this.#stream;
    const paint = this.#stream.hasColors?.() === true ? coloured : uncoloured;
    // A full last column or row would make the terminal move on.
    return { columns: columns - 1, rows: rows - 1, paint };
  }

  /** In one piece, so that nothing flickers. */
  #draw(lines: readonly string[]): void {
    const { columns, rows } = this.#canvas();
    const block = lines.slice(0, rows).map((line) => clipped(line, columns));
    this.#write(this.#home() + block.join('\n'));
    this.#block = block;
  }

  /** Back to where the block began, with nothing left of it. */
  #home(): string {
    if (this.#block.length === 0) return '';
    const { columns = 80 } = this.#stream;
    // A terminal that became narrower has broken the lines.
    const rows = this.#block.reduce((sum, line) => {
      return sum + Math.max(1, Math.ceil(columnsOf(stripVTControlCharacters(line)) / columns));
    }, 0);
    return `\r${rows > 1 ? `\u001b[${rows - 1}A` : ''}\u001b[J`;
  }

  #write(text: string): void {
    this.#stream.write(text);
  }
}

/** A coloured line is as wide as it may be already: cutting it could cut its colours. */
function clipped(line: string, columns: number): string {
  return columnsOf(stripVTControlCharacters(line)) <= columns ? line : line.slice(0, columns);
}
