import { FAULTS } from '../../reference-server/alterations.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { readCascades } from '../../test/support/fault-cascades.ts';
import { cell } from '../markdown-cell.ts';

/** The text of docs/kill-matrix.md. */
export function killMatrixPage(): string {
  const cascades = readCascades();
  const areas = [...new Set(CATALOGUE.map(({ area }) => area))];
  const alone = Object.values(cascades).filter((cascade) => cascade.length === 0).length;
  const sections = areas.map((area) => {
    const rows = CATALOGUE.filter((entry) => entry.area === area).map(({ rule }) => {
      const summary = FAULTS.get(rule.provenBy)?.summary ?? '';
      const cascade = cascades[rule.provenBy] ?? [];
      return `| \`${rule.provenBy}\` | ${cell(summary)} | ${rule.id} | ${cascade.join(', ') || '—'} |`;
    });
    return `## ${area}\n\n| fault | what it breaks | found by | and by |\n|---|---|---|---|\n${rows.join('\n')}`;
  });
  return [
    '# Kill matrix',
    `The reference gateway has a fault for each of the ${CATALOGUE.length} rules. \`npm run kill-matrix\` starts a gateway with each fault alone and lets every rule judge it: ${CATALOGUE.length} × ${CATALOGUE.length} cells. The rule that the fault proves has to have a finding; every other rule with one has to stand in the last column, which is on record in \`test/conformance/cascades.json\`. ${alone} faults are found by their own rule and by no other. The clean gateway passes every rule. Rules of relays are judged with an upstream behind the gateway; ${FAULTS.size - CATALOGUE.length} more faults of relays are found by rules that another fault proves (\`test/system/relay/relay-defects.test.ts\`).`,
    '`npm test` runs the diagonal: each fault against its own rule, and then mutants of the judge (a `yield` dropped, a comparison turned into its opposite) over the recorded answers, until one of them finds less. `npm run kill-matrix -- --update` adds to the record.',
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}
