import { createHash } from 'node:crypto';
import { isAbsolute, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOperation, OPERATIONS } from '../../../contract/operations.ts';
import { configurationPlace } from '../../phrases/configuration-place.ts';
import { type FindingGroup, findingGroups } from '../../phrases/findings.ts';
import { formatNumberOf } from '../../phrases/number-format.ts';
import { findingText } from '../../phrases/plain-finding.ts';
import { marginPhrase } from '../../phrases/sentences.ts';
import { isUnverifiedMust } from '../../phrases/verdicts.ts';
import type { FindingRecord } from '../../schema/finding.ts';
import type { RuleResult } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';
import type { Objective } from '../../schema/slo.ts';
import { OBJECTIVE_RULE, SARIF_LEVEL, sarifMessage } from './rules.ts';

type IndexOf = (rule: string) => number;

/** Findings, required rules that could not be verified, and missed objectives. */
export function sarifResults(report: RunReport, indexOf: IndexOf): object[] {
  return [
    ...findingGroups(report).flatMap((group) => groupResults(group, report, indexOf)),
    ...report.rules.filter(isUnverifiedMust).map((rule) => openResult(rule, report, indexOf)),
    ...report.slo
      .filter(({ met }) => met === false)
      .map((each) => missedResult(each, report, indexOf)),
  ];
}

/** One result for all findings under load; in conformance one for each that differs in place. */
function groupResults(group: FindingGroup, report: RunReport, indexOf: IndexOf): object[] {
  const { phase, examples, count } = group;
  const places = [...Map.groupBy(examples, (example) => fingerprint(group, example)).values()];
  if (phase === 'load' || places.length < 2) {
    return [failResult(group, report, { example: examples[0], count }, indexOf)];
  }
  return places.map((members) =>
    failResult(group, report, { example: members[0], count: members.length }, indexOf),
  );
}

function failResult(
  group: FindingGroup,
  report: RunReport,
  { example, count }: { readonly example: FindingRecord | undefined; readonly count: number },
  indexOf: IndexOf,
): object {
  const { rule, level, phase, statement } = group;
  const seen =
    phase === 'load' ? `${formatNumberOf(group.count, 'finding')} under load` : 'In conformance';
  const lines = example === undefined ? [] : [findingText(example)];
  const print = fingerprint(group, example);
  return {
    ruleId: rule,
    ruleIndex: indexOf(rule),
    kind: 'fail',
    level: SARIF_LEVEL[level],
    message: sarifMessage([statement ?? rule, `${seen}:`, ...lines].join('\n')),
    occurrenceCount: count,
    locations: [location(report, { operation: operationOf(group, example) })],
    partialFingerprints: fingerprints(print),
    ...(group.accepted !== undefined && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: group.accepted }],
    }),
    properties: { phase, provenance: group.provenance },
  };
}

function openResult(
  { id, reason, statement, provenance }: RuleResult,
  report: RunReport,
  indexOf: IndexOf,
): object {
  return {
    ruleId: id,
    ruleIndex: indexOf(id),
    kind: 'open',
    level: 'none',
    message: sarifMessage(`could-not-verify: ${statement}\n${reason ?? 'no evidence'}`),
    locations: [location(report, {})],
    partialFingerprints: fingerprints(digest([id, 'could-not-verify'])),
    properties: { provenance },
  };
}

function missedResult(objective: Objective, report: RunReport, indexOf: IndexOf): object {
  return {
    ruleId: OBJECTIVE_RULE,
    ruleIndex: indexOf(OBJECTIVE_RULE),
    kind: 'fail',
    level: 'error',
    message: sarifMessage(`Objective missed: ${objective.objective}\n${marginPhrase(objective)}`),
    locations: [location(report, objective)],
    partialFingerprints: fingerprints(digest([OBJECTIVE_RULE, objective.objective])),
  };
}

function operationOf(
  { operation }: FindingGroup,
  example: FindingRecord | undefined,
): string | undefined {
  return operation ?? example?.evidence?.operation;
}

/** What a result is about. */
interface Subject {
  readonly operation?: string | undefined;
  readonly objective?: string;
}

/**
 * The line of the configuration, so that a pull request gets an annotation. Where no file was read,
 * the path of the operation: code scanning wants a file, which a gateway does not have.
 */
function location(report: RunReport, subject: Subject): object {
  const { operation } = subject;
  const known =
    operation !== undefined && isOperation(operation) ? OPERATIONS[operation] : undefined;
  const place = configurationPlace(report, subject);
  const uri = encodeURI(known?.path.slice(1) ?? 'gateway');
  return {
    physicalLocation:
      place === undefined
        ? { artifactLocation: { uri, uriBaseId: 'TARGET' } }
        : {
            artifactLocation: { uri: uriOf(place.file) },
            region: { startLine: place.line },
          },
    logicalLocations: [
      {
        name: operation ?? 'gateway',
        kind: 'resource',
        ...(known && { fullyQualifiedName: `${known.method} ${known.path}` }),
      },
    ],
  };
}

/** Relative to the folder of the run, as in a checkout; an absolute path is a file URI. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return normalize(file).split(sep).map(encodeURIComponent).join('/');
}

/** The same for the same finding of another run: nothing that was sent or answered is in it. */
function fingerprint(group: FindingGroup, example: FindingRecord | undefined): string {
  const { label = '', where = '' } = example ?? {};
  return digest([group.rule, group.phase, operationOf(group, example) ?? '', label, where]);
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);
}

/** The second name is the one that GitHub reads. */
function fingerprints(print: string): Record<string, string> {
  return { 'assayFinding/v1': print, primaryLocationLineHash: `${print}:1` };
}
