import { stripVTControlCharacters } from 'node:util';
import {
  coloured,
  columnsOf,
  type Ink,
  type Paint,
  TextPage,
  uncoloured,
} from '../../report/formats/text/text-page.ts';
import { MARK } from '../../report/phrases/verdicts.ts';
import { safeMessage } from './failure-message.ts';

/** A stream of text, possibly a terminal, such as `process.stderr`. */
export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string): unknown;
  hasColors?(): boolean;
}

/** Columns of a terminal; undefined for what is none, or does not know its width. */
export function widthOf({
  isTTY,
  columns = 0,
}: Pick<ProgressStream, 'isTTY' | 'columns'>): number | undefined {
  return isTTY === true && columns > 0 ? columns : undefined;
}

/** The size of a block that is redrawn in place, and its colours. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
}

/** One line of a block, with its colour. */
export interface LiveLine {
  readonly text: string;
  readonly ink?: Ink;
}

/** What a live view shows of a load, in words: a terminal and a page show the same. It is JSON. */
export interface LoadFigures {
  /** The scenario, and how much time is left. */
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly text: string; readonly ink?: Ink }[];
  /** Empty where no response is judged during the load, like the course. */
  readonly objectives: readonly LiveObjective[];
  readonly course: readonly Course[];
  /** The first has the names of the columns, the most important first; none before the first response. */
  readonly operations: readonly { readonly cells: readonly string[]; readonly ink?: Ink }[];
}

interface LiveObjective {
  /** Such as `✓ met`. */
  readonly state: string;
  readonly ink: Ink;
  /** As the user wrote it. */
  readonly text: string;
  /** What was measured so far; '' while that is unknown. */
  readonly measured: string;
}

/** A figure of each second of the last minute, the oldest first. */
export interface Course {
  readonly name: string;
  /** undefined where nothing was measured: null in JSON. */
  readonly values: readonly (number | undefined)[];
  /** The last and the highest of them. */
  readonly now: string;
  readonly most: string;
}

/** A view that changes once a second: a block where it can be redrawn, else an occasional line. */
export interface LiveView {
  /** For a page. */
  readonly figures?: LoadFigures;
  /** At most one line per row, none wider than the columns. */
  block(canvas: Canvas): readonly string[];
  line(): string;
}

/** What is new in the progress of a run, for a page. It is JSON. */
export interface ProgressUpdate {
  /** Permanent lines. */
  readonly lines?: readonly string[];
  /** Required rules that failed, a line each. */
  readonly failed?: readonly string[];
  /** The line that the next one replaces; '' for none. */
  readonly now?: string;
  readonly figures?: LoadFigures;
}

export interface ProgressOptions {
  readonly quiet?: boolean | undefined;
  /** Receives what is shown, also where the terminal shows nothing. */
  readonly onUpdate?: ((update: ProgressUpdate) => void) | undefined;
  /** ms that never go backwards. */
  readonly clock?: () => number;
}

/** Interval of the lines of a live view where lines cannot be redrawn. */
const LINE_EVERY_MS = 5000;
/** Views come about once a second. */
const SLACK_MS = 500;

/** Progress on stderr: a block redrawn in place on a terminal, plain lines elsewhere. */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #quiet: boolean;
  readonly #clock: () => number;
  readonly #onUpdate: ProgressOptions['onUpdate'];
  #block: readonly string[] = [];
  #saidAtMs = 0;

  constructor(stream: ProgressStream, { quiet, clock, onUpdate }: ProgressOptions = {}) {
    this.#stream = stream;
    this.#onUpdate = onUpdate;
    this.#quiet = quiet === true;
    this.#clock = clock ?? (() => performance.now());
  }

  /** Writes a permanent line. */
  say(line: string): void {
    this.#onUpdate?.({ lines: [line] });
    this.#sayHere(line);
  }

  /** Writes a permanent line about a required rule that failed. */
  sayFailed(line: string): void {
    this.#onUpdate?.({ failed: [line] });
    this.#sayHere(`${MARK.fail} ${line}`);
  }

  #sayHere(line: string): void {
    if (this.#quiet) return;
    this.#saidAtMs = this.#clock();
    this.#write(`${this.#home()}${this.#wrapped(safeMessage(line)).join('\n')}\n`);
    this.#block = [];
  }

  /** Writes a line that the next one replaces; not shown where lines cannot be replaced. */
  show(line: string, figures?: LoadFigures): void {
    this.#onUpdate?.({ now: line, ...(figures && { figures }) });
    if (this.#redraws()) this.#draw(new TextPage(this.#canvas()).wrapWords(line));
  }

  /** Shows a view that the next one replaces; elsewhere, an occasional line of it. */
  live(view: LiveView): void {
    if (view.figures !== undefined) this.#onUpdate?.({ now: '', figures: view.figures });
    if (this.#redraws()) {
      this.#draw(view.block(this.#canvas()));
      return;
    }
    if (this.#clock() - this.#saidAtMs >= LINE_EVERY_MS - SLACK_MS) this.#sayHere(view.line());
  }

  /** Removes the block from the terminal. */
  end(): void {
    if (this.#block.length > 0) this.#write(this.#home());
    this.#block = [];
  }

  /** Lines of a terminal end at spaces; those of a log do not end early. */
  #wrapped(line: string): readonly string[] {
    const columns = widthOf(this.#stream);
    return columns === undefined ? [line] : new TextPage({ columns }).wrapWords(line);
  }

  #redraws(): boolean {
    return !this.#quiet && this.#stream.isTTY === true && process.env.TERM !== 'dumb';
  }

  #canvas(): Canvas {
    const { columns = 80, rows = 24 } = this.#stream;
    const paint = this.#stream.hasColors?.() === true ? coloured : uncoloured;
    // A full last column or row would make the terminal scroll.
    return { columns: columns - 1, rows: rows - 1, paint };
  }

  /** In one write, to avoid flicker. */
  #draw(lines: readonly string[]): void {
    const { columns, rows } = this.#canvas();
    const block = lines.slice(0, rows).map((line) => clipped(line, columns));
    this.#write(this.#home() + block.join('\n'));
    this.#block = block;
  }

  /** Moves to the start of the block and erases it. */
  #home(): string {
    if (this.#block.length === 0) return '';
    const { columns = 80 } = this.#stream;
    // A terminal that became narrower has wrapped the lines.
    const rows = this.#block.reduce((sum, line) => {
      return sum + Math.max(1, Math.ceil(columnsOf(stripVTControlCharacters(line)) / columns));
    }, 0);
    return `\r${rows > 1 ? `\u001b[${rows - 1}A` : ''}\u001b[J`;
  }

  #write(text: string): void {
    this.#stream.write(text);
  }
}

/** A coloured line already fits: cutting it could cut its colours. */
function clipped(line: string, columns: number): string {
  return columnsOf(stripVTControlCharacters(line)) <= columns ? line : line.slice(0, columns);
}
