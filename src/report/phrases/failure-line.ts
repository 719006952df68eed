import type { FindingRecord } from '../schema/finding.ts';
import type { RuleResult } from '../schema/rules.ts';
import { formatCount } from './number-format.ts';
import { clipLine } from './printable.ts';

const VALUE_CHARACTERS = 200;

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
  return clipLine(text, VALUE_CHARACTERS);
}
