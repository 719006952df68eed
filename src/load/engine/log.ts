import { z } from 'zod';

/** Errors that are kept; all are counted. */
const ERRORS_KEPT = 5;
const ERROR_CHARACTERS = 1000;
/** A longer line is cut: only its start is kept. */
const LINE_CHARACTERS = 16 * 1024;
const TAIL_LINES = 20;

const EntrySchema = z.object({
  level: z.string(),
  msg: z.string(),
  error: z.string().optional(),
  /** `console` of what a script prints, `stacktrace` of an exception. */
  source: z.string().optional(),
  /** An executor logs this when the iteration that it ran has failed. */
  scenario: z.string().optional(),
});

/** Errors of one kind. */
export interface LoggedErrors {
  readonly count: number;
  /** The first ones, each once. */
  readonly first: readonly string[];
}

/**
 * Reads what the engine logs, JSON a line, and keeps the errors: an exception in an iteration is
 * reported only there, because k6 ends with 0 nevertheless.
 */
export class EngineLog {
  readonly #thrown = new Errors();
  readonly #crossed = new Errors();
  readonly #others = new Errors();
  readonly #warnings = new Errors();
  readonly #tail: string[] = [];
  #line = '';

  /** What the script threw. */
  get thrown(): LoggedErrors {
    return this.#thrown;
  }

  /** Thresholds in the script that were crossed. */
  get crossed(): LoggedErrors {
    return this.#crossed;
  }

  /** Errors of k6 itself, such as an output whose receiver does not listen. */
  get others(): LoggedErrors {
    return this.#others;
  }

  /** Such as that a run was too short for the page of the dashboard. */
  get warnings(): LoggedErrors {
    return this.#warnings;
  }

  /** The last lines that were not JSON, such as a panic. */
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
    // What a script prints is not an error, even if it is logged as one.
    if (entry.source === 'console') return;
    this.#sortOf(entry)?.add(oneLine([entry.msg, entry.error].filter(Boolean).join(': ')));
  }

  #sortOf({ level, msg, source, scenario }: z.infer<typeof EntrySchema>): Errors | undefined {
    if (level === 'warning') return this.#warnings;
    if (!['error', 'fatal', 'panic'].includes(level)) return undefined;
    if (source === 'stacktrace' || scenario !== undefined) return this.#thrown;
    return CROSSED.test(msg) ? this.#crossed : this.#others;
  }
}

const CROSSED = /^thresholds on metrics /;

class Errors implements LoggedErrors {
  count = 0;
  readonly first: string[] = [];

  add(text: string): void {
    this.count += 1;
    if (this.first.length < ERRORS_KEPT && !this.first.includes(text)) this.first.push(text);
  }
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, ERROR_CHARACTERS);
}

function parseEntry(line: string): z.infer<typeof EntrySchema> | undefined {
  try {
    return EntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
