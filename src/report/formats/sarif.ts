import type { Format } from '../format.ts';
import { safeJson } from '../phrases/printable.ts';
import { acceptedSentences, baselineWarnings, partialPasses } from '../phrases/sentences.ts';
import { isExcepted, isUnverifiedMust } from '../phrases/verdicts.ts';
import { PROJECT_ADDRESS } from '../project-address.ts';
import type { RunReport } from '../schema/run-report.ts';
import { sarifResults } from './sarif/results.ts';
import { sarifMessage, sarifRules } from './sarif/rules.ts';

/**
 * SARIF 2.1.0. A finding is a result of kind `fail`: an error for a required rule, a warning for a
 * recommended one, a note for an optional one. A required rule that could not be verified is a
 * result of kind `open`, which is a problem too. Other rules that could not be verified are
 * notifications, because viewers that ignore kinds (GitHub's among them) would show them as
 * defects. Passes and rules that are not applicable are omitted for the same reason: they are in
 * the JSON report.
 */
export const sarif: Format = {
  file: 'results.sarif',
  summary: 'SARIF 2.1.0, for code scanning and editors',
  render(report) {
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [run(report)],
    };
    return `${safeJson(log, 2)}\n`;
  },
};

function run(report: RunReport): object {
  const { rules, indexOf } = sarifRules(report);
  const { outcome, partial, profile, seed, target } = report;
  return {
    tool: {
      driver: {
        name: 'Assay',
        semanticVersion: report.assayVersion,
        informationUri: PROJECT_ADDRESS,
        rules,
      },
    },
    automationDetails: { id: `assay/${report.command}/` },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { TARGET: { description: sarifMessage(`The target: ${target.address}`) } },
    invocations: [invocation(report, indexOf)],
    results: sarifResults(report, indexOf),
    properties: { outcome, partial, seed, profile: profile.name, conformant: report.conformant },
  };
}

function invocation(report: RunReport, indexOf: (rule: string) => number): object {
  const { outcome, exitCode, startedAt, durationMs, repro } = report;
  return {
    commandLine: repro,
    exitCode,
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    executionSuccessful: outcome !== 'inconclusive',
    toolExecutionNotifications: [
      ...report.reasons.map((reason) => ({
        level: outcome === 'pass' ? 'note' : 'error',
        message: sarifMessage(reason),
      })),
      ...baselineWarnings(report).map((each) => ({
        level: 'warning',
        message: sarifMessage(each),
      })),
      ...unverified(report, indexOf),
      ...partialPasses(report).map((each) => ({ level: 'note', message: sarifMessage(each) })),
    ],
  };
}

function unverified({ rules }: RunReport, indexOf: (rule: string) => number): object[] {
  return rules
    .filter((rule) => rule.verdict === 'could-not-verify' && !isUnverifiedMust(rule))
    .map((rule) => {
      const { id, reason, statement } = rule;
      const lines = [
        `could-not-verify: ${id} (${reason ?? statement})`,
        ...acceptedSentences(rule),
      ];
      return {
        level: isExcepted(rule) ? 'note' : 'warning',
        message: sarifMessage(lines.join('\n')),
        associatedRule: { id, index: indexOf(id) },
      };
    });
}
