import type { RunReport } from '../../report/schema/run-report.ts';

/** The target in a report, with remarks on its responses. */
export function targetRecord(
  { kind, address, note }: RunReport['target'],
  remark: string | undefined,
): RunReport['target'] {
  const sentences = [note, remark].filter((sentence) => sentence !== undefined);
  return { kind, address, ...(sentences.length > 0 && { note: sentences.join(' ') }) };
}
