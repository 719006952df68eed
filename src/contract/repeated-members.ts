/**
 * The members that stand twice in one object of a JSON text, which `JSON.parse` forgets, each by
 * its path such as `choices[0].id`.
 * @param json the parsed text: most texts are seen from it to have none, without reading them again
 */
export function repeatedMembers(text: string, json: unknown): readonly string[] {
  return namesIn(text) === membersOf(json) ? [] : new Scan(text).repeated();
}

/** How many names a text seems to have; more when a string holds a quote before a colon. */
function namesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) count += 1;
  return count;
}

/** Without recursion: what is nested a million times deep must not cost a stack. */
function membersOf(json: unknown): number {
  let count = 0;
  const left = [json];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const values: unknown[] = Object.values(value);
    if (!Array.isArray(value)) count += values.length;
    for (const inner of values) if (typeof inner === 'object') left.push(inner);
  }
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

/** More in one text say the same; so does a longer path. */
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
    const end = this.#endOfString(start);
    this.#marks.lastIndex = end + 1;
    if (level.names === undefined || !/^\s*:/.test(this.#text.slice(end + 1, end + 17))) return;
    level.name = this.#text.slice(start, end);
    if (level.names.has(level.name)) this.#repeated.push(pathIn(level));
    level.names.add(level.name);
  }

  /** Where the quote stands that closes a string: before it stands no odd number of backslashes. */
  #endOfString(start: number): number {
    let end = this.#text.indexOf('"', start);
    while (end !== -1 && isEscaped(this.#text, end)) end = this.#text.indexOf('"', end + 1);
    return end === -1 ? this.#text.length : end;
  }
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** The path of what stands in an object or array just now. */
function pathIn({ path, names, name, items }: Level): string {
  if (path.length > PATH_AT_MOST) return path;
  if (names === undefined)
    return path === '' && items === 0 && name === '' ? '' : `${path}[${items}]`;
  return path === '' ? name : `${path}.${name}`;
}
