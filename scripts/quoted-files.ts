import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Pages that show files of the project. `<!-- file: PATH -->` before a code block fills it with the
 * file; `<!-- file: PATH, lines: START -->` with the declaration that starts so, and its comment.
 */

const ROOT = join(import.meta.dirname, '..');
const BLOCK =
  /<!-- file: (?<path>[^ ,]+)(?:, lines: (?<start>[^\n]+?))? -->\n```ts\n(?:[\s\S]*?\n)??```/g;

/** A page with every quoted file as it is now. */
export async function withQuotedFiles(page: string): Promise<string> {
  let filled = page;
  for (const { 0: block, groups } of page.matchAll(BLOCK)) {
    const text = await readFile(join(ROOT, groups?.path ?? ''), 'utf8');
    const quoted = groups?.start === undefined ? text : declaration(text, groups.start);
    const [marker] = block.split('\n', 1);
    filled = filled.replace(block, () => `${marker}\n\`\`\`ts\n${quoted.trimEnd()}\n\`\`\``);
  }
  return filled;
}

function declaration(text: string, start: string): string {
  const at = text.indexOf(`\n${start}`);
  if (at === -1) throw new Error(`No declaration starts with "${start}".`);
  const comment = text.lastIndexOf('\n\n', at) + '\n\n'.length;
  const end = text.indexOf('\n};\n', at);
  return text.slice(comment, end === -1 ? undefined : end + '\n};'.length);
}
