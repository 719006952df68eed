import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CATALOGUE } from '../src/conformance/catalogue.ts';
import type { Rule } from '../src/conformance/rule.ts';
import { OPERATION_NAMES } from '../src/contract/operations.ts';
import { Coverage, claimedCells, FORMS, gapOf, readGaps } from '../test/support/coverage.ts';
import { judgeReference } from '../test/support/judge-reference.ts';
import { PLAIN_RULES, RELAY_RULES } from '../test/support/relay/rule-lists.ts';
import { cell } from './markdown-cell.ts';

/** `npm run coverage` judges the clean reference gateway and writes dist/docs/coverage.md. */

const PAGE = join(import.meta.dirname, '..', 'dist', 'docs', 'coverage.md');

const NEEDS_UPSTREAM =
  'The rules of the area `relay` need an upstream: they were judged in a second run, with `--upstream`, where the gateway relays to it. Without one they are not applicable. Rules that count effects apply to any gateway with an upstream, and otherwise need the ledger of the gateway.';

const coverage = new Coverage();
const gaps = readGaps();
await judgeReference(PLAIN_RULES.map((rule) => coverage.counting(rule)));
await judgeReference(
  RELAY_RULES.map((rule) => coverage.counting(rule)),
  { upstream: true },
);
mkdirSync(dirname(PAGE), { recursive: true });
writeFileSync(PAGE, page());

function page(): string {
  const areas = [...new Set(CATALOGUE.map(({ area }) => area))];
  return [
    '# Coverage',
    `How many pieces of evidence each rule judged in one conformance run of the clean reference gateway, by operation and by the form in which the evidence came back: ${FORMS.join(', ')}. \`npm run coverage\` writes this page; the counts differ a little from run to run. \`npm test\` fails when a rule judges nothing where it claims to apply and \`test/conformance/coverage-gaps.json\` does not say why.`,
    NEEDS_UPSTREAM,
    ...areas.map((area) => {
      const rules = CATALOGUE.filter((entry) => entry.area === area).map(({ rule }) => rule);
      const head = `| rule | ${OPERATION_NAMES.join(' | ')} |\n|---|${'---|'.repeat(OPERATION_NAMES.length)}`;
      return `## ${area}\n\n${head}\n${rules.map(row).join('\n')}`;
    }),
    '## Where a rule has nothing to judge, and why',
    CATALOGUE.flatMap(({ rule }) => explained(rule)).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

function row(rule: Rule): string {
  const cells = OPERATION_NAMES.map((operation) =>
    FORMS.flatMap((form) => {
      const count = coverage.of(rule, operation, form);
      return count === 0 ? [] : [`${form} ${count}`];
    }).join('<br>'),
  );
  return `| ${rule.id} | ${cells.join(' | ')} |`;
}

function explained(rule: Rule): string[] {
  const reasons = Map.groupBy(
    claimedCells(rule).filter(([operation, form]) => coverage.of(rule, operation, form) === 0),
    (each) => gapOf(gaps, rule, each) ?? 'Not explained.',
  );
  return [...reasons].map(([reason, cells]) => {
    const names = cells.map((each) => each.join(' '));
    return `- ${rule.id} (${names.join(', ')}): ${cell(reason)}`;
  });
}
