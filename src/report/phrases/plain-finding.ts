import type { FindingRecord } from '../schema/finding.ts';
import { formatMilliseconds } from './number-format.ts';
import { clip, clipLine, printable } from './printable.ts';

const LINE_CHARACTERS = 500;
/** A longer script is in the JSON report, and in the HTML report if it is not very long. */
const SCRIPT_CHARACTERS = 1500;
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

/** A finding in plain lines, and how to reproduce it. */
export function findingText(finding: FindingRecord): string {
  return [...plainFinding(finding), ...reproductionLines(finding)].join('\n');
}

/** How to reproduce a finding: lines to be copied whole. */
export function reproductionLines({ reproduce, evidence }: FindingRecord): string[] {
  const { assay, shell = evidence?.curl } = reproduce ?? {};
  return [
    ...(assay === undefined ? [] : [clip(assay, COMMAND_CHARACTERS)]),
    ...(shell === undefined ? [] : scriptLines(shell)),
  ];
}

function scriptLines(shell: string): string[] {
  if (shell.length > SCRIPT_CHARACTERS)
    return ['# The curl script is too long to show: see report.json.'];
  return printable(shell).split('\n');
}
