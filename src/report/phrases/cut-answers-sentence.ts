import { formatCount, formatNumberOf } from './number-format.ts';

/** A remark of a report, with a sentence about answers that exceed a limit; undefined without any. */
export function withCutAnswers(
  remark: string | undefined,
  ...counts: readonly (ReadonlyMap<string, number> | undefined)[]
): string | undefined {
  const byLimit = new Map<string, number>();
  for (const [limit, count] of counts.flatMap((each) => [...(each ?? [])])) {
    byLimit.set(limit, (byLimit.get(limit) ?? 0) + count);
  }
  if (byLimit.size === 0) return remark;
  const total = [...byLimit.values()].reduce((sum, count) => sum + count, 0);
  const limits = [...byLimit].map(([limit, count]) => `${formatCount(count)} × ${limit}`);
  const sentence = `${formatNumberOf(total, 'answer')} cut and not judged: ${limits.join(', ')} (docs/settings.md#limits).`;
  return remark === undefined ? sentence : `${remark} ${sentence}`;
}
