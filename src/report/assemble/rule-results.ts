import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import { clientReactions } from '../../conformance/client-impact.ts';
import type { JudgedRule } from '../../conformance/merged-judges.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Level, Rule } from '../../conformance/rule.ts';
import type { RuleSet } from '../../conformance/rule-set.ts';
import type { RuleOutcome } from '../../conformance/run/run-conformance.ts';
import type { Example, Tally } from '../../conformance/tally.ts';
import { curl } from '../../exchange/curl.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { defined, present } from '../../input/defined.ts';
import { formatNumberOf } from '../phrases/number-format.ts';
import { clip, printActual, printable } from '../phrases/printable.ts';
import { VERDICT_OF_LEVEL } from '../phrases/verdicts.ts';
import type { FindingRecord } from '../schema/finding.ts';
import type { Violation } from '../schema/load.ts';
import type { JudgedRecord, RuleResult } from '../schema/rules.ts';
import { bothEndsRecord } from './both-ends-record.ts';
import { evidenceRecord, seriesRecord } from './evidence-record.ts';
import { overrideOf } from './overrides.ts';

/** Characters of the expected value. */
const FINDING_CHARACTERS = 2000;
/** Examples of one rule in the report. */
const EXAMPLES = 5;

/** What the rule set of the run makes of the levels. */
export interface FrozenLevels {
  /** Rules that are newer than the set: they are only noted. */
  readonly newer: ReadonlySet<string>;
  /** Levels that were others in the set. */
  readonly levels?: RuleSet['levels'] | undefined;
}

interface RuleEvidence extends FrozenLevels {
  /** Absent when conformance was not checked. */
  readonly conformance?: readonly RuleOutcome[];
  /** Absent without load. */
  readonly load?: readonly JudgedRule[];
  /** They reproduce findings, that of conformance with the rule added; absent without a target. */
  readonly commands: { readonly conform?: string; readonly load?: string };
  /** See `traceRecord`. */
  readonly traceLink?: string | undefined;
}

/** One result per rule: the findings of conformance and of load, and one verdict. */
export function ruleResults(
  catalogue: readonly CatalogueEntry[],
  profile: ResolvedProfile,
  evidence: RuleEvidence,
): RuleResult[] {
  const outcomes = new Map(evidence.conformance?.map((outcome) => [outcome.rule, outcome]));
  const judges = new Map(evidence.load?.map((judge) => [judge.rule, judge]));
  const rules = catalogue.map(({ rule }) => rule);
  const { traceLink } = evidence;
  const { conform, load: loadCommand } = evidence.commands;
  return catalogue.flatMap(({ area, rule, custom }) => {
    const outcome = outcomes.get(rule);
    const underLoad = judges.get(rule)?.tally;
    if (outcome === undefined && underLoad === undefined) return [];
    const level = levelOf(rule, profile, evidence);
    const hasFindings = (outcome?.tally.findings ?? 0) + (underLoad?.findings ?? 0) > 0;
    // Only rules of Assay were measured, whatever a custom rule is called.
    const clients = hasFindings && custom === undefined ? clientReactions(rule) : undefined;
    // A rule that is not judged has a finding when its operation is missing.
    const isJudged = outcome?.exclusion === undefined || outcome.tally.findings > 0;
    const recorded = (example: Example) => {
      const command = conform && conformCommand(conform, rule, example, rules);
      return findingRecord(rule, example, { command, traceLink });
    };
    const underLoadRecorded = (example: Example) =>
      findingRecord(rule, example, { command: loadCommand, traceLink });
    const { id, provenance, source, statement, harm } = rule;
    return [
      {
        id,
        area,
        level,
        provenance,
        source,
        statement,
        ...(hasFindings ? { verdict: VERDICT_OF_LEVEL[level] } : settledBy(outcome, underLoad)),
        ...defined({
          conformance: outcome && isJudged ? judgedRecord(outcome.tally, recorded) : undefined,
          durationMs: outcome?.durationMs,
          load: underLoad && judgedRecord(underLoad, underLoadRecorded),
          override: overrideOf(rule, profile),
          harm,
          clients: clients && [...clients],
        }),
      },
    ];
  });
}

/** A profile may change the level; a rule newer than the rule set is optional. */
export function levelOf(
  rule: Rule,
  profile: ResolvedProfile,
  { newer, levels }: FrozenLevels,
): Level {
  if (newer.has(rule.id)) return 'may';
  const value = profile.rules.get(rule.id)?.value;
  return value === undefined || value === 'off' ? (levels?.[rule.id] ?? rule.level) : value;
}

type Settled = Pick<RuleResult, 'verdict' | 'reason' | 'remark' | 'blockedBy'>;

/** The verdict without findings. A rule that passes says which part of its evidence is missing. */
function settledBy(outcome: RuleOutcome | undefined, underLoad: Tally | undefined): Settled {
  if (outcome?.exclusion !== undefined) return outcome.exclusion;
  const settled = outcome === undefined ? loadVerdict(underLoad) : evidenceVerdict(outcome.tally);
  if (settled.verdict !== 'pass') return settled;
  const omitted = outcome?.omitted;
  const remarks = present([
    settled.remark,
    omitted !== undefined && `modest run: ${omitted}`,
    underLoad !== undefined &&
      underLoad.setAside > 0 &&
      `${setAsidePart(underLoad)} under load, because Assay could not keep up`,
  ]);
  return { verdict: 'pass', ...(remarks.length > 0 && { remark: remarks.join('; ') }) };
}

/** Evidence set aside would have been findings: a load run of thousands can do without a few. */
const MOST_SET_ASIDE_SHARE = 0.01;

function loadVerdict(tally: Tally | undefined): Settled {
  if (tally !== undefined && tally.setAside > tally.judged * MOST_SET_ASIDE_SHARE) {
    return { verdict: 'could-not-verify', reason: setAsideReason(tally) };
  }
  return tally !== undefined && tally.judged > 0
    ? { verdict: 'pass' }
    : { verdict: 'not-applicable', reason: 'not exercised by this load' };
}

/** Lost evidence could have been a finding; evidence that does not settle the rule is neutral. */
function evidenceVerdict(tally: Tally): Settled {
  const { judged, unverified, lost } = tally;
  // Evidence that was set aside would have been a finding.
  if (tally.setAside > 0) {
    return { verdict: 'could-not-verify', reason: setAsideReason(tally), ...blockedBy(tally) };
  }
  const reason = reasonOf(tally);
  if (judged === 0) return { verdict: 'could-not-verify', reason, ...blockedBy(tally) };
  const all = judged + unverified;
  if (lost > 0) {
    const lostPart = `lost ${partOf(lost, all)}: ${reason}`;
    return { verdict: 'could-not-verify', reason: lostPart, ...blockedBy(tally) };
  }
  // What a target need not show is not counted where other pieces show it.
  const missing = unverified - tally.unseen;
  if (missing <= 0) return { verdict: 'pass' };
  return { verdict: 'pass', remark: `could not judge ${partOf(missing, all)}: ${reason}` };
}

function setAsideReason(tally: Tally): string {
  return `${setAsidePart(tally)}: ${reasonOf(tally)}`;
}

function setAsidePart({ judged, unverified, setAside }: Tally): string {
  return `set aside ${partOf(setAside, judged + unverified)}`;
}

function partOf(part: number, all: number): string {
  return `${part} of ${formatNumberOf(all, 'piece')} of evidence`;
}

/** The rules that explain all unverified evidence; lost evidence explains itself. */
function blockedBy({ causes, unverified, lost }: Tally): { blockedBy?: string[] } {
  const explained = [...causes.values()].reduce((sum, count) => sum + count, 0);
  if (explained === 0 || explained + lost < unverified) return {};
  const most = [...causes].toSorted(([, one], [, other]) => other - one);
  return { blockedBy: most.map(([rule]) => rule) };
}

function reasonOf({ reasons }: Tally): string {
  return reasons.size > 0 ? [...reasons].join('; ') : 'its probe produced no evidence';
}

function judgedRecord(tally: Tally, recorded: (example: Example) => FindingRecord): JudgedRecord {
  const examples = [...tally.byOperation.values()].flatMap((kept) => kept.examples);
  const operations = [...tally.byOperation].map(([name, { findings }]) => [name, findings]);
  return defined({
    operations: operations.length > 0 ? Object.fromEntries(operations) : undefined,
    pieces: tally.pieces.size > 0 ? Object.fromEntries(tally.pieces) : undefined,
    judged: tally.judged,
    unverified: tally.unverified,
    setAside: tally.setAside || undefined,
    lost: tally.lost || undefined,
    shared: tally.shared || undefined,
    findings: tally.findings,
    examples: examples.slice(0, EXAMPLES).map(recorded),
  });
}

/** Findings under load, by rule and operation. */
export function violations(
  catalogue: readonly CatalogueEntry[],
  profile: ResolvedProfile,
  judges: readonly JudgedRule[],
  frozen: FrozenLevels,
  how: Recording,
): Violation[] {
  const known = new Set(catalogue.map(({ rule }) => rule));
  return judges
    .filter(({ rule }) => known.has(rule))
    .flatMap(({ rule, tally }) =>
      [...tally.byOperation].map(([operation, { findings, examples }]) => ({
        rule: rule.id,
        level: levelOf(rule, profile, frozen),
        provenance: rule.provenance,
        operation,
        count: findings,
        examples: examples.map((example) => findingRecord(rule, example, how)),
      })),
    );
}

/** What a report adds to a finding. */
interface Recording {
  /** What reproduces it; undefined where nothing does. */
  readonly command?: string | undefined;
  /** See `traceRecord`. */
  readonly traceLink?: string | undefined;
}

/** A finding as reports show it. */
export function findingRecord(
  rule: Rule,
  example: Example,
  { command, traceLink }: Recording = {},
): FindingRecord {
  const { finding, exchange, series } = example;
  return defined({
    label: labelOf(rule, example),
    expected: clip(finding.expected, FINDING_CHARACTERS),
    actual: printable(printActual(finding.actual)),
    where: finding.where,
    atMs: finding.atMs,
    evidence: exchange && evidenceRecord(exchange, traceLink),
    series: seriesRecord(exchange, series),
    ...bothEndsRecord(example),
    ...reproduction(example, command),
  });
}

/** What was tried, with the operation where the rule has several and the label names none. */
function labelOf({ operations }: Rule, { label, exchange }: Example): string | undefined {
  const operation = exchange?.operation ?? 'other';
  const isNamed = operations.length === 1 || operations.some((each) => label?.includes(each));
  return label === undefined || operation === 'other' || isNamed ? label : `${operation}, ${label}`;
}

/** As long as one line may be: longer ones are repeated by the command of Assay only. */
const LINES_MAXIMUM = 16_000;

/** How a finding is reproduced: by a command of Assay, which repeats its requests as they were sent. */
function reproduction(
  { series }: Example,
  command: string | undefined,
): Pick<FindingRecord, 'reproduce'> {
  if (command === undefined) return {};
  return { reproduce: defined({ assay: command, shell: curlLines(series) }) };
}

/**
 * The command that runs the probe that showed it, which may be that of another rule.
 * @param base all but the rules
 */
function conformCommand(
  base: string,
  rule: Rule,
  { exchange, series = [] }: Example,
  rules: readonly Rule[],
): string {
  const sender = (exchange ?? series[0])?.sender;
  const owner = rules.find(({ probe }) => probe.name === sender);
  const isOwn = owner === undefined || owner.probe === rule.probe;
  const command = `${base} --rule ${rule.id}`;
  return isOwn ? command : `${OF_ANOTHER}\n${command} --rule ${owner.id}`;
}

/** Above the command: not every shell takes comments behind one. */
const OF_ANOTHER = '# also runs the probe in which it was seen';

/** A line for each request that was judged with others; undefined where one has none. */
function curlLines(series: readonly Exchange[] = []): string | undefined {
  const lines = new Set(series.map(curl));
  const text = [...lines].join('\n');
  const isWhole = series.length > 1 && !lines.has(undefined) && text.length <= LINES_MAXIMUM;
  return isWhole ? text : undefined;
}
