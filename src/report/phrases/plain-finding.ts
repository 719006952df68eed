import type { FindingRecord } from '../schema/finding.ts';
import type { RuleResult } from '../schema/rules.ts';
import { formatCount, formatMilliseconds } from './number-format.ts';
import { clip, clipLine, printable } from './printable.ts';

const LINE_CHARACTERS = 500;
/** Longer lines are in the other reports. */
const CURL_CHARACTERS = 1500;
const COMMAND_CHARACTERS = 4000;

/** A finding in plain lines: what was tried, expected and seen, and where. */
export function plainFinding(finding: FindingRecord): string[] {
  const { label, expected, actual } = finding;
  const place = whereabouts(finding);
  return [
    ...(label === undefined ? [] : [`tried     ${clipLine(label, LINE_CHARACTERS)}`]),
    `expected  ${clipLine(expected, LINE_CHARACTERS)}`,
    `actual    ${clipLine(actual, LINE_CHARACTERS)}${place === '' ? '' : `   ${place}`}`,
  ];
}

/** `in created, at 612 ms, request 17`. */
export function whereabouts({ where, atMs, evidence }: FindingRecord): string {
  return [
    ...(where === undefined ? [] : [`in ${clipLine(where, 200)}`]),
    ...(atMs === undefined ? [] : [`at ${formatMilliseconds(atMs)}`]),
    ...(evidence === undefined ? [] : [`request ${evidence.exchange}`]),
  ].join(', ');
}

/** More of a time line is in the other reports. */
const MOMENTS = 14;
const END_COLUMN = 10;

/** Both ends of a finding on one time line: what the caller saw, and what the upstream did. */
export function timelineLines({ timeline = [] }: FindingRecord): string[] {
  return timeline.slice(0, MOMENTS).map(({ atMs, end, what }) => {
    const when = formatMilliseconds(atMs).padStart(END_COLUMN);
    return `${when}  ${end.padEnd(END_COLUMN)}${clipLine(what, 200)}`;
  });
}

/** A finding in plain lines, and how to reproduce it. */
export function findingText(finding: FindingRecord): string {
  return [...plainFinding(finding), ...timelineLines(finding), ...reproductionLines(finding)].join(
    '\n',
  );
}

/** How to reproduce a finding: lines to be copied whole. */
export function reproductionLines({ reproduce, evidence }: FindingRecord): string[] {
  const { assay, shell = evidence?.curl } = reproduce ?? {};
  return [
    ...(assay === undefined ? [] : [clip(assay, COMMAND_CHARACTERS)]),
    ...(shell === undefined ? [] : curlLines(shell)),
  ];
}

function curlLines(shell: string): string[] {
  if (shell.length > CURL_CHARACTERS)
    return ['# The request is too long to show: see report.json.'];
  return printable(shell).split('\n');
}

const SHORT_CHARACTERS = 200;

/** Why a rule did not pass, in one line: `expected X, got Y (and 3 more)`; else its statement. */
export function failureLine(rule: RuleResult): string {
  const example = firstFinding(rule);
  if (example === undefined) return rule.statement;
  const { label, expected, actual, where } = example;
  const place = where === undefined ? '' : ` in ${short(where)}`;
  const more = findingsOf(rule) - 1;
  const notes = [
    ...(label === undefined ? [] : [`tried: ${short(label)}`]),
    ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
  ];
  const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  return `expected ${short(expected)}, got ${short(actual)}${place}${note}`;
}

/** The first finding that the baseline does not accept. */
export function firstFinding({
  conformance,
  load,
  accepted,
}: RuleResult): FindingRecord | undefined {
  const examples = [...(conformance?.examples ?? []), ...(load?.examples ?? [])];
  const known = new Set(accepted?.operations);
  return examples.find(({ evidence }) => !known.has(evidence?.operation ?? '')) ?? examples[0];
}

function findingsOf({ conformance, load }: RuleResult): number {
  return (conformance?.findings ?? 0) + (load?.findings ?? 0);
}

function short(text: string): string {
  return clipLine(text, SHORT_CHARACTERS);
}
