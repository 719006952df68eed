import type { Target } from '../../target/target.ts';

/** The target in a report, with the remarks of discovery. */
export function targetRecord({ kind, address, note }: Target, remark: string | undefined) {
  const sentences = [note, remark].filter((sentence) => sentence !== undefined);
  return { kind, address, ...(sentences.length > 0 && { note: sentences.join(' ') }) };
}
