import type { ProgressStream } from '../../../src/commands/terminal/progress.ts';

const ESCAPE = String.fromCodePoint(0x1b);
const CONTROLS = new RegExp(`${ESCAPE}\\[(\\d*)([AJ])|[^${ESCAPE}]`, 'gu');

/** What a terminal would show of what was written, for the few controls that progress uses. */
export class Screen implements ProgressStream {
  readonly isTTY = true;
  columns: number;
  rows: number;
  #lines: string[] = [''];
  #row = 0;
  #column = 0;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
  }

  hasColors(): boolean {
    return false;
  }

  get lines(): readonly string[] {
    return this.#lines.map((line) => line.trimEnd());
  }

  /** A terminal that becomes narrower breaks the lines that it shows. */
  resize(columns: number): void {
    this.columns = columns;
    this.#lines = this.#lines.flatMap(
      (line) => line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [''],
    );
    this.#row = this.#lines.length - 1;
    this.#column = this.#lines.at(-1)?.length ?? 0;
  }

  write(text: string): void {
    for (const [piece, up, control] of text.matchAll(CONTROLS)) {
      if (control === 'A') this.#row -= Number(up);
      else if (control === 'J') this.#erase();
      else if (piece === '\r') this.#column = 0;
      else if (piece === '\n') this.#feed();
      else this.#put(piece);
    }
  }

  #erase(): void {
    this.#lines = [
      ...this.#lines.slice(0, this.#row),
      (this.#lines[this.#row] ?? '').slice(0, this.#column),
    ];
  }

  #feed(): void {
    this.#row += 1;
    this.#column = 0;
    while (this.#lines.length <= this.#row) this.#lines.push('');
  }

  #put(character: string): void {
    if (this.#column >= this.columns) this.#feed();
    const line = (this.#lines[this.#row] ?? '').padEnd(this.#column);
    this.#lines[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + 1);
    this.#column += 1;
  }
}
