import type { FindingRecord } from '../schema/finding.ts';
import { formatMilliseconds } from './number-format.ts';
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
