import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Pages that show files of the project. `<!-- file: PATH -->` before a code block fills it with the
 * file; `<!-- file: PATH, lines: START -->` with the declaration that starts so, and its comment;
 * `<!-- file: PATH, row: ID -->` with the row of a table that has this id.
 */

const ROOT = join(import.meta.dirname, '..');
const BLOCK =
  /<!-- file: (?<path>[^ ,]+)(?:, lines: (?<start>[^\n]+?)|, row: (?<row>[\w-]+))? -->\n```ts\n(?:[\s\S]*?\n)??```/g;

/** A page with every quoted file as it is now. */
export async function withQuotedFiles(page: string): Promise<string> {
  let filled = page;
  for (const { 0: block, groups } of page.matchAll(BLOCK)) {
    const text = await readFile(join(ROOT, groups?.path ?? ''), 'utf8');
    const quoted = quote(text, groups ?? {});
    const [marker] = block.split('\n', 1);
    filled = filled.replace(block, () => `${marker}\n\`\`\`ts\n${quoted.trimEnd()}\n\`\`\``);
  }
  return filled;
}

function quote(text: string, { start, row }: { start?: string; row?: string }): string {
  if (start !== undefined) return declaration(text, start);
  return row === undefined ? text : tableRow(text, row);
}

function tableRow(text: string, id: string): string {
  const at = text.indexOf(`\n  '${id}': `) + 1;
  if (at === 0) throw new Error(`No row has the id "${id}".`);
  const [row = ''] = /^ {2}.*\),\n|^[\s\S]*?\n {2}[)}]+,\n/.exec(text.slice(at)) ?? [];
  return row.replace(/^ {2}/gm, '');
}

function declaration(text: string, start: string): string {
  const at = text.indexOf(`\n${start}`);
  if (at === -1) throw new Error(`No declaration starts with "${start}".`);
  const comment = text.lastIndexOf('\n\n', at) + '\n\n'.length;
  const end = /\n[\]}]\)?;\n/.exec(text.slice(at));
  return text.slice(comment, end === null ? undefined : at + end.index + end[0].length);
}
