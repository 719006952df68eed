import { VARIANTS } from '../../reference-server/alterations.ts';
import { cell } from '../markdown-cell.ts';

/** The text of docs/variants.md. */
export function variantsPage(): string {
  const rows = [...VARIANTS.values()].map(({ id, summary }) => `| \`${id}\` | ${cell(summary)} |`);
  return [
    '# Variants',
    `The reference gateway has ${VARIANTS.size} legal oddities: what a client may meet at a gateway that keeps its contract. \`npm test\` starts gateways with groups of them that do not disturb each other, and lets every rule judge each: none may have a finding. \`npm run test:deep\` does so with each variant alone. For each it also looks for the oddity in the bytes of an answer, where it has to stand, and in those of the clean gateway, where it must not.`,
    `| variant | what is odd |\n|---|---|\n${rows.join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}
