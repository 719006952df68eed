import { createHash } from 'node:crypto';
import { isAbsolute, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERY_RULE } from '../../conformance/catalogue.ts';
import { reactionsSentence } from '../../conformance/client-impact.ts';
import { isOperation, OPERATIONS } from '../../contract/operations.ts';
import { present } from '../../input/defined.ts';
import { pageAddress } from '../manifest.ts';
import { configurationPlace } from '../phrases/configuration-place.ts';
import { type FindingGroup, findingGroups, findingText } from '../phrases/findings.ts';
import { formatNumberOf } from '../phrases/number-format.ts';
import { clip, safeJson } from '../phrases/printable.ts';
import {
  acceptedSentences,
  baselineWarnings,
  marginPhrase,
  partialPasses,
} from '../phrases/sentences.ts';
import { isExcepted, isUnverifiedMust } from '../phrases/verdicts.ts';
import type { FindingRecord } from '../schema/finding.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { Objective, RunReport } from '../schema/run-report.ts';
import type { Format } from '../write.ts';
import { escapeMarkdown } from './markdown/spans.ts';

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

/** What SARIF reads as no place in the list of rules. */
const ABSENT = -1;

function run(report: RunReport): object {
  // Metadata of every rule that was judged, whatever its verdict.
  const rules = [
    ...report.rules.map(descriptor),
    ...(report.slo.length > 0 ? [objectiveRule()] : []),
  ];
  const places = new Map(rules.map(({ id }, index) => [id, index]));
  const withIndex = ({ ruleId, ...result }: { ruleId: string }) => ({
    ruleId,
    ruleIndex: places.get(ruleId) ?? ABSENT,
    ...result,
  });
  const { outcome, partial, profile, seed, target } = report;
  return {
    tool: {
      driver: {
        name: 'Assay',
        semanticVersion: report.assayVersion,
        informationUri: pageAddress(),
        rules,
      },
    },
    automationDetails: { id: `assay/${report.command}/` },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { TARGET: { description: sarifMessage(`The target: ${target.address}`) } },
    invocations: [invocation(report, places)],
    results: sarifResults(report).map(withIndex),
    properties: { outcome, partial, seed, profile: profile.name, conformant: report.conformant },
  };
}

function invocation(report: RunReport, places: ReadonlyMap<string, number>): object {
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
      ...unverified(report, places),
      ...partialPasses(report).map((each) => ({ level: 'note', message: sarifMessage(each) })),
    ],
  };
}

function unverified({ rules }: RunReport, places: ReadonlyMap<string, number>): object[] {
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
        associatedRule: { id, index: places.get(id) ?? ABSENT },
      };
    });
}

/** The SARIF level of each level. */
const SARIF_LEVEL = { must: 'error', should: 'warning', may: 'note' } as const;

/** The rule that stands for every missed objective. */
const OBJECTIVE_RULE = 'slo-objective-met';

const MESSAGE_CHARACTERS = 8000;

/** A message in which `[text](address)` of a gateway does not become a link. */
function sarifMessage(text: string): { readonly text: string } {
  return { text: clip(text, MESSAGE_CHARACTERS).replaceAll('](', '] (') };
}

function descriptor(rule: RuleResult) {
  const { id, area, level, provenance, statement, source, harm, clients, override } = rule;
  const paragraphs = present([
    statement,
    harm !== undefined && harm,
    clients !== undefined && `Clients: ${reactionsSentence(clients)}.`,
    `Source: ${source} (${provenance}).`,
    override !== undefined && `Changed by the profile: ${override}.`,
  ]);
  return {
    id,
    name: pascalCase(id),
    shortDescription: { text: statement },
    fullDescription: { text: harm ?? statement },
    help: {
      text: paragraphs.join('\n\n'),
      markdown: [
        `**${id}**`,
        ...paragraphs.map(escapeMarkdown),
        `\`\`\`sh\nnpx assay explain ${id}\nnpx assay conform --rule ${id}\n\`\`\``,
      ].join('\n\n'),
    },
    // Only these have a section in docs/rules.
    ...(EVERY_RULE.some((entry) => entry.rule.id === id) && {
      helpUri: pageAddress(`docs/rules/${area}.md`, id),
    }),
    defaultConfiguration: { level: SARIF_LEVEL[level] },
    properties: { tags: [area, level, provenance], level, provenance, source },
  };
}

const OBJECTIVE_HELP = 'The objectives and the workload are those of the configuration of the run.';

function objectiveRule() {
  return {
    id: OBJECTIVE_RULE,
    name: pascalCase(OBJECTIVE_RULE),
    shortDescription: { text: 'Every objective of the SLO is met.' },
    fullDescription: { text: 'Every objective of the SLO is met under the configured workload.' },
    help: { text: OBJECTIVE_HELP, markdown: OBJECTIVE_HELP },
    helpUri: pageAddress('docs/reference/metrics.md'),
    defaultConfiguration: { level: SARIF_LEVEL.must },
    properties: { tags: ['slo'] },
  };
}

function pascalCase(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Findings, required rules that could not be verified, and missed objectives. */
function sarifResults(report: RunReport) {
  return [
    ...findingGroups(report).flatMap((group) => groupResults(group, report)),
    ...report.rules.filter(isUnverifiedMust).map((rule) => openResult(rule, report)),
    ...report.slo.filter(({ met }) => met === false).map((each) => missedResult(each, report)),
  ];
}

/** One result for all findings under load; in conformance one for each that differs in place. */
function groupResults(group: FindingGroup, report: RunReport) {
  const { phase, examples, count } = group;
  const places = [...Map.groupBy(examples, (example) => fingerprint(group, example)).values()];
  if (phase === 'load' || places.length < 2) {
    return [failResult(group, report, { example: examples[0], count })];
  }
  return places.map((members) =>
    failResult(group, report, { example: members[0], count: members.length }),
  );
}

function failResult(
  group: FindingGroup,
  report: RunReport,
  { example, count }: { readonly example: FindingRecord | undefined; readonly count: number },
) {
  const { rule, level, phase, statement } = group;
  const seen =
    phase === 'load' ? `${formatNumberOf(group.count, 'finding')} under load` : 'In conformance';
  const lines = example === undefined ? [] : [findingText(example)];
  const print = fingerprint(group, example);
  return {
    ruleId: rule,
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

function openResult({ id, reason, statement, provenance }: RuleResult, report: RunReport) {
  return {
    ruleId: id,
    kind: 'open',
    level: 'none',
    message: sarifMessage(`could-not-verify: ${statement}\n${reason ?? 'no evidence'}`),
    locations: [location(report, {})],
    partialFingerprints: fingerprints(digest([id, 'could-not-verify'])),
    properties: { provenance },
  };
}

function missedResult(objective: Objective, report: RunReport) {
  return {
    ruleId: OBJECTIVE_RULE,
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
