import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** Sections whose entries are places of their own. */
const SECTIONS: ReadonlySet<string> = new Set(['models', 'operations', 'slo', 'abortOn']);

/**
 * Lines of a configuration that findings can be shown at, counted from 1: every key, such as
 * `target`; `models.chat`; `operations.chat`; and `slo.<objective>`.
 * @param text valid YAML
 */
export function configurationLines(text: string): Readonly<Record<string, number>> {
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(text, {
    lineCounter,
    logLevel: 'error',
    uniqueKeys: false,
  });
  const lines = new Map<string, number>();
  const note = (name: string, offset: number | undefined): void => {
    if (offset !== undefined && !lines.has(name)) lines.set(name, lineCounter.linePos(offset).line);
  };
  for (const [section, value, offset] of entriesOf(contents)) {
    note(section, offset);
    if (!SECTIONS.has(section)) continue;
    for (const [name, , at] of entriesOf(value)) note(`${section}.${name}`, at);
  }
  return Object.fromEntries(lines);
}

/**
 * Finds the line of a value, from 1; undefined for what is not in the text.
 * @param text valid YAML
 */
export function linesByPath(text: string): (path: readonly PropertyKey[]) => number | undefined {
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter, logLevel: 'error', uniqueKeys: false });
  return (path) => {
    let node: unknown = contents;
    let offset: number | undefined;
    for (const step of path) {
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => textOf(key) === String(step));
        [node, offset] = [pair?.value, startOf(pair?.key)];
      } else {
        const item = isSeq(node) ? node.items[Number(step)] : undefined;
        [node, offset] = [item, startOf(item)];
      }
    }
    return offset === undefined ? undefined : lineCounter.linePos(offset).line;
  };
}

type Entry = readonly [name: string, value: unknown, offset: number | undefined];

/** Entries of a mapping by key; those of a list by their text, or by the operation that they name. */
function entriesOf(node: unknown): readonly Entry[] {
  if (isMap(node)) {
    return node.items.map(({ key, value }) => [textOf(key), value, startOf(key)]);
  }
  if (!isSeq(node)) return [];
  return node.items.map((item) => {
    const name = isMap(item) ? item.get('operation') : textOf(item);
    return [String(name), undefined, startOf(item)];
  });
}

function textOf(node: unknown): string {
  return isScalar(node) ? String(node.value).trim() : '';
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
