import { createHash } from 'node:crypto';
import { isOperation, OPERATIONS } from '../../../contract/operations.ts';
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
    ...findingGroups(report).flatMap((group) => groupResults(group, indexOf)),
    ...report.rules.filter(isUnverifiedMust).map((rule) => openResult(rule, indexOf)),
    ...report.slo.filter(({ met }) => met === false).map((each) => missedResult(each, indexOf)),
  ];
}

/** One result for all findings under load; in conformance one for each that differs in place. */
function groupResults(group: FindingGroup, indexOf: IndexOf): object[] {
  const { phase, examples, count } = group;
  const places = [...Map.groupBy(examples, (example) => fingerprint(group, example)).values()];
  if (phase === 'load' || places.length < 2) {
    return [failResult(group, examples[0], count, indexOf)];
  }
  return places.map((members) => failResult(group, members[0], members.length, indexOf));
}

function failResult(
  group: FindingGroup,
  example: FindingRecord | undefined,
  occurrenceCount: number,
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
    occurrenceCount,
    locations: [location(operationOf(group, example))],
    partialFingerprints: fingerprints(print),
    ...(group.accepted !== undefined && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: group.accepted }],
    }),
    properties: { phase, provenance: group.provenance },
  };
}

function openResult({ id, reason, statement, provenance }: RuleResult, indexOf: IndexOf): object {
  return {
    ruleId: id,
    ruleIndex: indexOf(id),
    kind: 'open',
    level: 'none',
    message: sarifMessage(`could-not-verify: ${statement}\n${reason ?? 'no evidence'}`),
    locations: [location(undefined)],
    partialFingerprints: fingerprints(digest([id, 'could-not-verify'])),
    properties: { provenance },
  };
}

function missedResult(objective: Objective, indexOf: IndexOf): object {
  return {
    ruleId: OBJECTIVE_RULE,
    ruleIndex: indexOf(OBJECTIVE_RULE),
    kind: 'fail',
    level: 'error',
    message: sarifMessage(`Objective missed: ${objective.objective}\n${marginPhrase(objective)}`),
    locations: [location(objective.operation)],
    partialFingerprints: fingerprints(digest([OBJECTIVE_RULE, objective.objective])),
  };
}

function operationOf(
  { operation }: FindingGroup,
  example: FindingRecord | undefined,
): string | undefined {
  return operation ?? example?.evidence?.operation;
}

/** Code scanning wants a file, which a gateway does not have: the path of the operation is one. */
function location(operation: string | undefined): object {
  const known =
    operation !== undefined && isOperation(operation) ? OPERATIONS[operation] : undefined;
  const uri = encodeURI(known?.path.slice(1) ?? 'gateway');
  return {
    physicalLocation: { artifactLocation: { uri, uriBaseId: 'TARGET' } },
    logicalLocations: [
      {
        name: operation ?? 'gateway',
        kind: 'resource',
        ...(known && { fullyQualifiedName: `${known.method} ${known.path}` }),
      },
    ],
  };
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
