import { present } from '../../input/defined.ts';
import { WORD_TEXT } from '../performance/phrases.ts';
import { suggestedObjectives } from '../performance/suggested-objectives.ts';
import { firstFinding, seenWords } from '../phrases/findings.ts';
import {
  firstNames,
  formatArrivalRate,
  formatCount,
  formatDuration,
  formatMilliseconds,
  formatNumberOf,
  formatShare,
} from '../phrases/number-format.ts';
import {
  billableOperations,
  errorKinds,
  isOnlyMax,
  judgedLatencies,
  loadedOperations,
} from '../phrases/operation-figures.ts';
import { clipLine } from '../phrases/printable.ts';
import {
  ALL_PASSED,
  baselineWarnings,
  deviationSentence,
  hasArrivalCounts,
  spendingSentence,
  targetName,
} from '../phrases/sentences.ts';
import { isExcepted, isUnverifiedMust, requiredRules } from '../phrases/verdicts.ts';
import type { LoadReport } from '../schema/load.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Percentiles } from '../schema/traffic.ts';

/** What a run comes to, in as many lines as fit on any screen. */
export interface RunSummary {
  readonly outcome: RunReport['outcome'];
  /** What was checked: `gate of …`, the build, the profile, the duration. */
  readonly what: readonly string[];
  /** What decided the outcome, one a line; none where all checks passed. */
  readonly causes: readonly Cause[];
  /** Each with phrases that stay whole. */
  readonly rows: readonly SummaryRow[];
}

interface Cause {
  readonly words: string;
  /** May be cut at the end of the line: the report has all of it. */
  readonly isLong: boolean;
}

export type SummaryRow = readonly [name: string, phrases: readonly string[]];

export function runSummary(report: RunReport): RunSummary {
  const { command, outcome, target, label, profile, durationMs, partial } = report;
  return {
    outcome,
    what: present([
      `${command} of ${targetName(target)}`,
      label !== undefined && `build ${clipLine(label, 100)}`,
      `profile ${clipLine(profile.name, 100)}`,
      formatDuration(durationMs),
      partial && 'cut short',
    ]),
    causes: outcome === 'pass' ? [] : report.reasons.map((reason) => causeOf(reason, report)),
    rows: rowsOf(report),
  };
}

/** A rule that failed shows what was seen; every other reason is a sentence of its own. */
function causeOf(reason: string, report: RunReport): Cause {
  const found = ruleOfReason(reason, report);
  return found?.failed === true
    ? { words: ruleWords(found.rule), isLong: true }
    : { words: reason, isLong: false };
}

/** The rule that a reason of the outcome names, and whether it failed; undefined where it names none. */
export function ruleOfReason(reason: string, { rules }: RunReport) {
  const [, verb, id] = /^Required rule ([a-z ]+): ([a-z0-9-]+)\b/.exec(reason) ?? [];
  const rule = rules.find((each) => each.id === id);
  return rule && { rule, failed: verb === 'failed' };
}

/** `chat-created-integer (chat; assumed): "1700000000", expected an integer`; or what the rule says. */
export function ruleWords(rule: RuleResult): string {
  const { id, conformance, load, provenance, accepted, statement } = rule;
  const operations = Object.keys({ ...conformance?.operations, ...load?.operations });
  const fresh = operations.filter((name) => accepted?.operations?.includes(name) !== true);
  const where = present([
    fresh.length > 0 && firstNames(fresh, 2),
    provenance === 'assumed' && provenance,
  ]);
  const finding = firstFinding(rule);
  return `${id}${where.length === 0 ? '' : ` (${where.join('; ')})`}: ${(finding && seenWords(finding)) ?? statement}`;
}

function rowsOf(report: RunReport): readonly SummaryRow[] {
  const { load, against, repro } = report;
  const rows: readonly (readonly [string, readonly (string | undefined | false)[]])[] = [
    ['rules', rulePhrases(report)],
    ['load', load === undefined ? [] : loadPhrases(load)],
    ['p95', load === undefined ? [] : latencyPhrases(load)],
    ['objectives', objectivePhrases(report)],
    [
      'against',
      [
        against?.performance &&
          `${clipLine(against.file, 200)}: ${WORD_TEXT[against.performance.words[0] ?? 'cannot-tell']}`,
      ],
    ],
    ['explored', explored(report)],
    ['note', notes(report)],
    ['repeat', [repro]],
  ];
  return rows.flatMap(([name, phrases]): SummaryRow[] => {
    const known = phrases.filter((phrase) => typeof phrase === 'string');
    return known.length === 0 ? [] : [[name, known]];
  });
}

function explored({ explore }: RunReport): readonly (string | false)[] {
  if (explore === undefined) return [];
  const { programs, requests, reproductions, differences } = explore;
  return [
    `${formatNumberOf(programs, 'sequence')} of ${formatNumberOf(requests, 'request')}`,
    differences !== undefined && formatNumberOf(differences.length, 'difference'),
    ...reproductions.map(
      ({ rule, steps, failed, replays }) =>
        `${rule}: ${formatNumberOf(steps.length, 'request')}, ${failed} of ${replays}`,
    ),
  ];
}

function rulePhrases({ rules, conformant, explore }: RunReport): readonly (string | false)[] {
  const required = requiredRules(rules);
  const recommended = rules.filter(({ level, verdict }) => level === 'should' && isJudged(verdict));
  const failed = required.filter(({ verdict }) => verdict === 'fail').length;
  const open = required.filter(isUnverifiedMust).length;
  const accepted = required.filter(isExcepted).length;
  const exceptions = present([
    failed > 0 && `${formatCount(failed)} failed`,
    open > 0 && `${formatCount(open)} not verified`,
    accepted > 0 && `${formatCount(accepted)} accepted by the baseline`,
  ]);
  if (rules.length === 0) return [];
  return [
    required.length > 0 && [`${passedOf(required)} required passed`, ...exceptions].join(', '),
    recommended.length > 0 && `${passedOf(recommended)} recommended`,
    // Most rules need a probe, so without probes those that do not apply say nothing.
    ...(conformant === null
      ? [explore === undefined ? 'under load only' : 'explored only']
      : notApplicable(rules)),
  ];
}

function isJudged(verdict: RuleResult['verdict']): boolean {
  return verdict !== 'not-applicable' && verdict !== 'could-not-verify';
}

/** `129`, or `120 of 129` where not all passed. */
function passedOf(rules: readonly RuleResult[]): string {
  const passed = rules.filter(({ verdict }) => verdict === 'pass').length;
  const all = formatCount(rules.length);
  return passed === rules.length ? all : `${formatCount(passed)} of ${all}`;
}

/** Those that one flag would bring apart from those that the target or the profile excludes. */
function notApplicable(rules: readonly RuleResult[]): readonly (string | false)[] {
  const reasons = rules.flatMap(({ verdict, reason = '' }) =>
    verdict === 'not-applicable' ? [reason] : [],
  );
  const upstream = reasons.filter((reason) => reason.includes('--upstream')).length;
  const others = reasons.length - upstream;
  return [
    upstream > 0 && `${formatCount(upstream)} need --upstream`,
    others > 0 && `${formatCount(others)} not applicable`,
  ];
}

/** Kinds of errors that a line names. */
const ERROR_KINDS = 3;

function loadPhrases(load: LoadReport): readonly (string | false)[] {
  const { arrivalRate, durationMs, exchanges, operations, health, model, judgedShare } = load;
  const { excluded = [] } = load;
  const { offered, started } = arrivalRate;
  const all = Object.values(operations);
  const errors = all
    .flatMap((each) => Object.values(each.errors))
    .reduce((sum, one) => sum + one, 0);
  const throttled = all.reduce((sum, each) => sum + each.throttled, 0);
  const rate = started === undefined ? undefined : formatArrivalRate(started);
  const isOpen = model !== 'closed' && hasArrivalCounts(health);
  const pace = isOpen ? `${rate ?? 'unknown rate'} of ${formatArrivalRate(offered)}` : rate;
  const requests = present([
    formatNumberOf(exchanges, 'request'),
    formatNumberOf(errors, 'error'),
    throttled > 0 && `${formatCount(throttled)} × status 429`,
  ]);
  const duration = formatDuration(durationMs);
  return [
    health.watched === true
      ? `traffic of clients for ${duration}`
      : `${model === 'closed' ? 'closed model, ' : ''}${pace === undefined ? '' : `${pace} for `}${duration}`,
    requests.join(', '),
    errors > 0 && `errors: ${firstNames(errorKinds(all), ERROR_KINDS)}`,
    excluded.length > 0 && `${formatNumberOf(excluded.length, 'scenario')} not sent whole`,
    judgedShare < 1 && `${formatShare(judgedShare)} checked against the rules`,
    health.watched !== true &&
      (health.healthy ? 'generator healthy' : 'generator could not keep up'),
  ];
}

/** The latencies for which a user waits, from the scheduled start, as objectives measure. */
function latencyPhrases(load: LoadReport): readonly string[] {
  const used = billableOperations(load);
  return (used.length > 0 ? used : loadedOperations(load)).flatMap(([name, figures]) => {
    const { ttft, e2e } = judgedLatencies(figures);
    const parts = present([p95Text('TTFT', ttft), p95Text('request', e2e)]);
    return parts.length === 0 ? [] : [`${name} ${parts.join(', ')}`];
  });
}

/** `TTFT 30.1 ms`; the slowest where there are few observations. */
function p95Text(name: string, percentiles: Percentiles | undefined): string | undefined {
  if (percentiles === undefined) return undefined;
  const isFew = isOnlyMax('p95', percentiles);
  return `${name} ${formatMilliseconds(percentiles.p95)}${isFew ? ` (max of ${percentiles.count})` : ''}`;
}

function objectivePhrases(report: RunReport): readonly (string | false)[] {
  const { slo } = report;
  const isUnlimited = !slo.some(({ unit }) => unit === 'ms');
  const advice =
    isUnlimited &&
    suggestedObjectives(report).length > 0 &&
    'none for latency: npx assay report --suggest-objectives';
  if (slo.length === 0) return [advice];
  const met = slo.filter((objective) => objective.met === true).length;
  const open = slo.filter((objective) => objective.met === null).length;
  const phrase = `${formatCount(met)} of ${formatCount(slo.length)} met`;
  return [open === 0 ? phrase : `${phrase}, ${formatCount(open)} not judged`, advice];
}

/** More entries of a baseline than these are in the report. */
const WARNINGS = 2;

function notes(report: RunReport): readonly (string | undefined | false)[] {
  const { target, reasons, outcome, conformant } = report;
  const warnings = baselineWarnings(report);
  const more = warnings.length - WARNINGS;
  const [reason = ''] = reasons;
  return [
    outcome === 'pass' && reason !== ALL_PASSED && reason,
    conformant === false && deviationSentence(report),
    ...warnings.slice(0, WARNINGS),
    more > 0 &&
      `${formatNumberOf(more, 'more entry', 'more entries')} of the baseline: see the report.`,
    spendingSentence(report),
    target.note,
  ];
}
