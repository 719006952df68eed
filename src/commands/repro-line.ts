import { shellQuoted } from '../exchange/shell-quoted.ts';

/** The command that repeats this run. No key is in it: none can be an argument. */
export function reproLine(argv: readonly string[], seed: number): string {
  const words = argv.slice(2);
  const named = words.some((word) => word.startsWith('--seed'));
  const seeded = named ? words : [...words, '--seed', String(seed)];
  return ['assay', ...seeded.map(shellQuoted)].join(' ');
}
