import type { Target } from '../../target/target.ts';

/** What a report says of a target, with what asking it showed. */
export function targetRecord({ kind, address, note }: Target, remark: string | undefined) {
  const sentences = [note, remark].filter((sentence) => sentence !== undefined);
  return { kind, address, ...(sentences.length > 0 && { note: sentences.join(' ') }) };
}
