import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { UsageError } from './usage-error.ts';

/** Keys that JavaScript gives a meaning of its own: no part of Assay has such a key. */
const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The value of a YAML text. It has only plain keys, and no value that contains itself.
 * @param file its name, for errors
 * @throws UsageError
 */
export function parseYaml(text: string, file: string): unknown {
  const value = contentOf(text, file);
  refuseKeys(value, file);
  return value;
}

function contentOf(text: string, file: string): unknown {
  try {
    const lineCounter = new LineCounter();
    // The parser would compare each key with all others.
    const document = parseDocument(text, { logLevel: 'error', lineCounter, uniqueKeys: false });
    const [problem = repeatedKey(document, lineCounter)] = [
      ...document.errors,
      ...document.warnings,
    ];
    if (problem !== undefined) throw problem;
    return document.toJS();
  } catch (error) {
    // Besides its own errors the parser throws for an alias that has too many copies, and for
    // values that are nested too deep.
    const message = error instanceof Error ? error.message : String(error);
    const [first = ''] = message.split('\n');
    const remedy = REMEDIES.find(([pattern]) => pattern.test(first))?.[1];
    const what = remedy === undefined ? ` (${first.replace(/[.:]$/, '')}).` : `. ${remedy}`;
    throw new UsageError(`File is not valid YAML: ${file}${what}`);
  }
}

/** The first key that a mapping has twice; undefined where there is none. */
function repeatedKey(document: Document.Parsed, lineCounter: LineCounter): Error | undefined {
  let problem: Error | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (!seen.has(key.value)) {
          seen.add(key.value);
          continue;
        }
        const { line, col } = lineCounter.linePos(key.range?.[0] ?? 0);
        problem = new Error(`Map keys must be unique at line ${line}, column ${col}`);
        return visit.BREAK;
      }
      return undefined;
    },
  });
  return problem;
}

/** Messages of the parser that are written for programs that use it. */
const REMEDIES: readonly (readonly [pattern: RegExp, sentences: string])[] = [
  [/multiple documents/, 'It has several documents. Remove what follows the second ---.'],
  [/call stack/, 'It is nested too deeply.'],
  [/alias count/, 'Its aliases (*name) stand for too many copies. Write them out.'],
];

interface Place {
  readonly value: unknown;
  /** Keys from the root. */
  readonly path: readonly string[];
  /** Values from the root. */
  readonly within: readonly object[];
}

/** Also refuses a value that contains itself. */
function refuseKeys(value: unknown, file: string): void {
  const seen = new Set<object>();
  const open: Place[] = [{ value, path: [], within: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: content, path, within } = next;
    if (typeof content !== 'object' || content === null) continue;
    if (within.includes(content)) {
      throw new UsageError(
        `Value contains itself: ${path.join('.')} in ${file}. Write it without the alias.`,
      );
    }
    if (seen.has(content)) continue;
    seen.add(content);
    for (const [key, member] of Object.entries(content)) {
      if (REFUSED_KEYS.has(key)) {
        throw new UsageError(
          `Key is not allowed: ${[...path, key].join('.')} in ${file}. Remove it.`,
        );
      }
      open.push({ value: member, path: [...path, key], within: [...within, content] });
    }
  }
}
