import type { AnyTxtNode, TxtNode } from '@textlint/ast-node-types';
import type { TextlintRuleModule } from '@textlint/types';
import { type Match, searchFor } from './row.ts';
import { SENTENCES } from './sentences.ts';
import { TERMS } from './terms.ts';

export const ROWS = [...TERMS, ...SENTENCES];

const forMaintainers = searchFor(ROWS.filter(({ audience }) => audience === undefined));
const forUsers = searchFor(ROWS);

/** Finds the wrong wordings in paragraphs, headers and table cells, and in comments of sources. */
export function ruleFor(
  readers: 'users' | 'maintainers',
  kind: 'page' | 'source',
): TextlintRuleModule {
  const search = readers === 'users' ? forUsers : forMaintainers;
  return (context) => {
    const report = (node: TxtNode, matches: readonly Match[]) => {
      for (const { row, index, words } of matches) {
        const message = `${row.id}\t${words}\t${row.say}`;
        const padding = context.locator.range([index, index + words.length]);
        context.report(node, new context.RuleError(message, { padding }));
      }
    };
    const prose = (node: AnyTxtNode) => report(node, search(readable(node)));

    if (kind === 'page') return { Paragraph: prose, Header: prose, TableCell: prose };
    return {
      Str: (node) => report(node, search(node.value)),
      Html: (node) => report(node, forMaintainers(node.value)),
    };
  };
}

/** A value in a generated page, which has the name that it has in the source. */
const PLACEHOLDER = /‹[^›]*›/g;

/** The words of a node, each at its place; code and values are filled, markup and addresses blanked. */
function readable(node: AnyTxtNode): string {
  const [origin] = node.range;
  const kept = node.raw.replaceAll(/[^\n]/g, ' ').split('');
  const keep = (part: AnyTxtNode) => {
    const [from, to] = [part.range[0] - origin, part.range[1] - origin];
    if (part.type === 'Str') for (let at = from; at < to; at += 1) kept[at] = node.raw[at] ?? '';
    if (part.type === 'Code') kept.fill('#', from, to);
    if ('children' in part) part.children.forEach(keep);
  };
  keep(node);
  return kept.join('').replace(PLACEHOLDER, (value) => '#'.repeat(value.length));
}
