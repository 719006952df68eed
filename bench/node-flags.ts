import { readFileSync } from 'node:fs';

/** The flags with which the command line starts Node: its memory is measured with them. */
export const NODE_FLAGS: readonly string[] = firstLine('../bin/assay.js').match(/--\S+/g) ?? [];

function firstLine(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
    .split('\n', 1)
    .join();
}
