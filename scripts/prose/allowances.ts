/**
 * `prose-ok(told): quoted from RFC 9110` in a comment allows a wording on its line and the next. In
 * quotation marks or as code it allows nothing.
 */
interface Allowance {
  readonly id: string;
  readonly line: number;
}

const MARK = /(?<![`"'])prose-ok\((?<id>[a-z-]+)\)(?<reason>:? *[^\n]*)/g;
const LEAST_REASON = /^: (?=.*\S \S)/;

/** What a file allows itself, and whether it needs to. */
export class Allowances {
  readonly #given: Allowance[] = [];
  readonly #used = new Set<Allowance>();
  readonly #unexplained: Allowance[] = [];

  constructor(text: string) {
    for (const { index, groups } of text.matchAll(MARK)) {
      const allowance = { id: groups?.id ?? '', line: text.slice(0, index).split('\n').length };
      const isExplained = LEAST_REASON.test(groups?.reason ?? '');
      (isExplained ? this.#given : this.#unexplained).push(allowance);
    }
  }

  allows(id: string, line: number): boolean {
    const allowance = this.#given.find(
      (given) => given.id === id && (given.line === line || given.line === line - 1),
    );
    if (allowance !== undefined) this.#used.add(allowance);
    return allowance !== undefined;
  }

  /** To be called after every `allows`. */
  problems(): { line: number; id: string; problem: string }[] {
    const unused = this.#given.filter((allowance) => !this.#used.has(allowance));
    return [
      ...unused.map((unneeded) => ({ ...unneeded, problem: 'allows nothing here: remove it' })),
      ...this.#unexplained.map((bare) => ({ ...bare, problem: 'gives no reason' })),
    ];
  }
}
