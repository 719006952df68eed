import { extname } from 'node:path';
import type { TxtDocumentNode } from '@textlint/ast-node-types';
import { parse } from '@textlint/markdown-to-ast';
import type { TextlintMessage, TextlintPluginCreator } from '@textlint/types';
import { type Passage, READERS } from './source-text.ts';

/**
 * How textlint reads a file: Markdown as it is, a source file as a paragraph for each string and an
 * HTML node for each comment.
 */
class ProseProcessor {
  availableExtensions(): string[] {
    return ['.md', ...Object.keys(READERS)];
  }

  processor(extension: string) {
    return {
      preProcess: (source: string, path = `source${extension}`): TxtDocumentNode => {
        const read = READERS[extname(path)];
        return read === undefined ? parse(source) : documentOf(source, read(source, path));
      },
      postProcess: (messages: TextlintMessage[], filePath = '') => ({ messages, filePath }),
    };
  }
}

export const PROSE_PLUGIN: TextlintPluginCreator = { Processor: ProseProcessor };

function documentOf(source: string, passages: readonly Passage[]): TxtDocumentNode {
  const positionOf = positionsIn(source);
  const span = (start: number, end: number) => ({
    raw: source.slice(start, end),
    range: [start, end] as const,
    loc: { start: positionOf(start), end: positionOf(end) },
  });
  const children = passages.map(
    ({ kind, start, end, text }): TxtDocumentNode['children'][number] => {
      const where = span(start, end);
      return kind === 'comment'
        ? { type: 'Html', value: text, ...where }
        : { type: 'Paragraph', children: [{ type: 'Str', value: text, ...where }], ...where };
    },
  );
  return { type: 'Document', children, ...span(0, source.length) };
}

function positionsIn(source: string) {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset: number) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) };
  };
}
