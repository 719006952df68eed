import { LIMITS } from '../input/limits.ts';

/**
 * The members that occur twice in one object of a JSON text, which `JSON.parse` does not keep, each
 * as its path, such as `choices[0].id`.
 * @param json the parsed text: for most texts it shows that there are none, without a second pass
 */
export function repeatedMembers(text: string, json: unknown): readonly string[] {
  return namesIn(text) === membersOf(json) ? [] : new Scan(text).repeated();
}

/** The most names that a text can have; too high when a string contains a quote before a colon. */
function namesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) count += 1;
  return count;
}

/** Too few when the value is nested deeper than this. */
function membersOf(json: unknown, depth: number = LIMITS.jsonDepth.value): number {
  if (typeof json !== 'object' || json === null || depth === 0) return 0;
  let count = 0;
  if (Array.isArray(json)) {
    for (const item of json) count += membersOf(item, depth - 1);
    return count;
  }
  for (const value of Object.values(json)) count += 1 + membersOf(value, depth - 1);
  return count;
}

interface Level {
  readonly path: string;
  /** The names so far; undefined in an array. */
  readonly names: Set<string> | undefined;
  /** The last name of an object. */
  name: string;
  /** The items so far of an array. */
  items: number;
}

/** Limits of what is reported: more findings, or a longer path, add nothing. */
const REPEATED_AT_MOST = 8;
const PATH_AT_MOST = 200;

/** A walk through a text that is known to be JSON: only strings, brackets and commas matter. */
class Scan {
  readonly #text: string;
  readonly #marks = /[{}[\],"]/g;
  readonly #levels: Level[] = [{ path: '', names: undefined, name: '', items: 0 }];
  readonly #repeated: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  repeated(): readonly string[] {
    let mark = this.#marks.exec(this.#text);
    while (mark !== null && this.#repeated.length < REPEATED_AT_MOST) {
      this.#take(mark[0], mark.index);
      mark = this.#marks.exec(this.#text);
    }
    return this.#repeated;
  }

  #take(mark: string, at: number): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    if (mark === '"') this.#string(level, at + 1);
    else if (mark === ',') level.items += 1;
    else if (mark === '}' || mark === ']') this.#levels.pop();
    else {
      const names = mark === '{' ? new Set<string>() : undefined;
      this.#levels.push({ path: pathIn(level), names, name: '', items: 0 });
    }
  }

  #string(level: Level, start: number): void {
    const end = endOfString(this.#text, start);
    this.#marks.lastIndex = end + 1;
    if (level.names === undefined || !/^\s*:/.test(this.#text.slice(end + 1, end + 17))) return;
    level.name = this.#text.slice(start, end);
    if (level.names.has(level.name)) this.#repeated.push(pathIn(level));
    level.names.add(level.name);
  }
}

const STRING_STEP = /\\.|"/gs;

/** The position of the quote that closes a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  STRING_STEP.lastIndex = start;
  let step = STRING_STEP.exec(text);
  while (step !== null && step[0] !== '"') step = STRING_STEP.exec(text);
  return step?.index ?? text.length;
}

/** The path of the current value in an object or array. */
function pathIn({ path, names, name, items }: Level): string {
  if (path.length > PATH_AT_MOST) return path;
  if (names === undefined)
    return path === '' && items === 0 && name === '' ? '' : `${path}[${items}]`;
  return path === '' ? name : `${path}.${name}`;
}
