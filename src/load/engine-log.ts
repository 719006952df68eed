import { z } from 'zod';

/** Errors that are kept; all are counted. */
const ERRORS_KEPT = 5;
const ERROR_CHARACTERS = 1000;
/** A longer line is cut: only its start is kept. */
const LINE_CHARACTERS = 16 * 1024;
const TAIL_LINES = 20;

const EntrySchema = z.object({ level: z.string(), msg: z.string(), error: z.string().optional() });

/**
 * Reads what the engine logs, JSON a line, and keeps the errors: an exception in an iteration is
 * told there and nowhere else, since k6 ends with 0 all the same.
 */
export class EngineLog {
  /** Errors so far. */
  count = 0;
  readonly #errors: string[] = [];
  readonly #tail: string[] = [];
  #line = '';

  /** The first errors, each once. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** The last lines that were no JSON, such as a panic. */
  get tail(): string {
    return [...this.#tail, this.#line].join('\n').trim();
  }

  push(text: string): void {
    const lines = text.split('\n');
    for (const [index, part] of lines.entries()) {
      this.#line = (this.#line + part).slice(0, LINE_CHARACTERS);
      if (index === lines.length - 1) return;
      this.#take(this.#line);
      this.#line = '';
    }
  }

  #take(line: string): void {
    const entry = parseEntry(line);
    if (entry === undefined) {
      this.#tail.push(line);
      if (this.#tail.length > TAIL_LINES) this.#tail.shift();
      return;
    }
    if (!['error', 'fatal', 'panic'].includes(entry.level)) return;
    this.count += 1;
    const text = oneLine([entry.msg, entry.error].filter(Boolean).join(': '));
    if (this.#errors.length < ERRORS_KEPT && !this.#errors.includes(text)) this.#errors.push(text);
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, ERROR_CHARACTERS);
}

function parseEntry(line: string): z.infer<typeof EntrySchema> | undefined {
  try {
    return EntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
