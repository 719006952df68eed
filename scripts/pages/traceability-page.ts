import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import { type ClaimedSection, readClaims } from '../claims.ts';
import { cell } from '../markdown-cell.ts';

/** The text of docs/traceability.md. */
export async function traceabilityPage(): Promise<string> {
  const sections = await readClaims();
  const claims = sections.flatMap(({ claims: inSection }) => inSection);
  const tested = claims.filter((claim) => 'rules' in claim).length;
  const named = new Set(claims.flatMap((claim) => ('rules' in claim ? claim.rules : [])));
  const unnamed = CATALOGUE.filter(({ rule }) => !named.has(rule.id));
  return [
    '# Traceability',
    `Every sentence and row of the interface that claims something, in its order. Rules test ${tested} of ${claims.length} claims; the others have a reason. What the interface calls "not shown" is not a claim.`,
    ...sections.map(sectionTable),
    '## Rules that no claim names',
    `${unnamed.length} rules test what the interface does not say. Each names the public source that it is taken from.`,
    `| rule | source |\n|---|---|\n${unnamed.map((entry) => `| ${linkTo(entry.rule.id)} | ${cell(entry.rule.source)} |`).join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function sectionTable({ section, claims }: ClaimedSection): string {
  const rows = claims.map((claim) => {
    const settled = 'rules' in claim ? claim.rules.map(linkTo).join(', ') : `— ${claim.reason}`;
    return `| ${cell(claim.quote)} | ${cell(settled)} |`;
  });
  return `## ${section}\n\n| claim | rules |\n|---|---|\n${rows.join('\n')}`;
}

/** @throws Error when no rule has this id */
function linkTo(id: string): string {
  const entry = CATALOGUE.find(({ rule }) => rule.id === id);
  if (entry === undefined) throw new Error(`A claim names a rule that does not exist: ${id}.`);
  return `[${id}](rules/${entry.area}/${id}.md)${entry.rule.provenance === 'stated' ? '' : ' (assumed)'}`;
}
