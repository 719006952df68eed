import { findingGroups } from '../phrases/findings.ts';
import { safeJson } from '../phrases/printable.ts';
import { VERDICT_OF_LEVEL } from '../phrases/verdicts.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Format } from '../write.ts';

/**
 * One JSON object a line, for `grep` and log stores. The first is the run itself, so that a file
 * without findings is not empty; then each finding shown, each rule that could
 * not be verified, each objective that was missed or not judged. `kind` says which.
 */
export const ndjson: Format = {
  file: 'findings.ndjson',
  summary: 'one finding a line, for grep and log stores',
  render: (report) =>
    [
      runLine(report),
      ...findingLines(report),
      ...unverifiedLines(report),
      ...partialLines(report),
      ...objectiveLines(report),
    ]
      .map((line) => `${safeJson(line)}\n`)
      .join(''),
};

function runLine(report: RunReport): object {
  const { outcome, exitCode, partial, reasons, startedAt, seed, repro, target, profile } = report;
  const { configuration } = report;
  return {
    kind: 'run',
    outcome,
    exitCode,
    partial,
    reasons,
    startedAt,
    seed,
    repro,
    target: target.address,
    profile: profile.name,
    ...(configuration && { configuration }),
  };
}

function findingLines(report: RunReport): object[] {
  return findingGroups(report).flatMap(({ examples, count, ...group }) => {
    const verdict = VERDICT_OF_LEVEL[group.level];
    const line = { kind: 'finding', verdict, ...group, findings: count };
    return examples.length === 0 ? [line] : examples.map((each) => Object.assign({}, line, each));
  });
}

function unverifiedLines(report: RunReport): object[] {
  return report.rules
    .filter(({ verdict }) => verdict === 'could-not-verify')
    .map(({ id, area, level, provenance, verdict, reason }) => ({
      kind: 'unverified',
      verdict,
      rule: id,
      area,
      level,
      provenance,
      reason,
    }));
}

function partialLines(report: RunReport): object[] {
  return report.rules
    .filter(({ remark }) => remark !== undefined)
    .map(({ id, area, verdict, remark }) => ({
      kind: 'part-of-evidence',
      verdict,
      rule: id,
      area,
      remark,
    }));
}

function objectiveLines(report: RunReport): object[] {
  return report.slo
    .filter(({ met }) => met !== true)
    .map((objective) => Object.assign({ kind: 'objective' }, objective));
}
