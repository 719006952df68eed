import { shellQuoted } from '../exchange/shell-quoted.ts';

/** The command that repeats this run. No key is in it: none can be an argument. */
export function reproLine(argv: readonly string[]): string {
  return ['assay', ...argv.slice(2).map(shellQuoted)].join(' ');
}
