import { formatMilliseconds } from './figures.ts';
import { clipLine, printable } from './printable.ts';
import type { FindingRecord } from './run-report.ts';

const LINE_CHARACTERS = 500;
/** A longer curl line is in the HTML and JSON reports. */
const CURL_CHARACTERS = 1500;

/** A finding in plain lines: what was tried, expected and seen, where, and how to see it again. */
export function plainFinding(finding: FindingRecord): string[] {
  const { label, expected, actual } = finding;
  const place = whereabouts(finding);
  return [
    ...(label === undefined ? [] : [`tried     ${clipLine(label, LINE_CHARACTERS)}`]),
    `expected  ${clipLine(expected, LINE_CHARACTERS)}`,
    `actual    ${clipLine(actual, LINE_CHARACTERS)}${place === '' ? '' : `   ${place}`}`,
    ...curlLine(finding),
  ];
}

/** `in created, at 612 ms, exchange 17`. */
export function whereabouts({ where, atMs, evidence }: FindingRecord): string {
  return [
    ...(where === undefined ? [] : [`in ${clipLine(where, 200)}`]),
    ...(atMs === undefined ? [] : [`at ${formatMilliseconds(atMs)}`]),
    ...(evidence === undefined ? [] : [`exchange ${evidence.exchange}`]),
  ].join(', ');
}

function curlLine({ evidence }: FindingRecord): string[] {
  if (evidence === undefined) return [];
  if (evidence.curl.length > CURL_CHARACTERS) return ['curl      is long: see report.html'];
  return [printable(evidence.curl)];
}
