import { UsageError } from '../../input/usage-error.ts';
import { assemble, type RunFacts } from '../../report/assemble/assemble.ts';
import { updatedBaseline } from '../../report/assemble/update-baseline.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { type BaselineFile, writeBaseline } from '../configuration/baseline-file.ts';

/** Compares the report with the baseline, or writes what failed into it with --update-baseline. */
export async function withBaseline(
  facts: RunFacts,
  baseline: BaselineFile | undefined,
  say: (line: string) => void,
): Promise<RunReport> {
  if (baseline === undefined) return assemble(facts);
  const { file, content, strict, update } = baseline;
  const held = { ...facts, baseline: { file, baseline: content, strict } };
  if (update === undefined) return assemble(held);
  const bare = assemble(facts);
  if (bare.partial) {
    say(`Baseline not written: the run was cut short (${file}).`);
    return assemble(held);
  }
  const next = updatedBaseline(bare.rules, {
    file,
    baseline: content,
    today: facts.startedAt,
    ...update,
  });
  try {
    await writeBaseline(file, next);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const report = assemble(held);
    // A verdict is worth more than the file: a pipeline must not take a bad gateway for a bad run.
    if (report.exitCode === 1) {
      say(error.message);
      return report;
    }
    return assemble({ ...held, harnessErrors: [...facts.harnessErrors, error.message] });
  }
  const { accepted, unverified } = next;
  say(
    `Baseline written: ${file}. It accepts findings of ${formatNumberOf(accepted.length, 'rule')}, and ${formatNumberOf(unverified.length, 'rule')} as not verified.`,
  );
  return assemble({ ...facts, baseline: { file, baseline: next, strict } });
}
