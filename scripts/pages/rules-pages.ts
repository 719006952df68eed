import { FAULTS } from '../../reference-server/alterations.ts';
import { type CatalogueEntry, EVERY_RULE } from '../../src/conformance/catalogue.ts';
import { clientReactions, reactionsSentence } from '../../src/conformance/client-impact.ts';
import { judgedIn } from '../../src/conformance/rule.ts';
import { LEVEL_WORD } from '../../src/report/phrases/verdicts.ts';
import { readCascades } from '../../test/support/fault-cascades.ts';
import { readClaims } from '../claims.ts';
import { cell } from '../markdown.ts';

/** What other files say of the rules. */
interface Facts {
  /** Sentences of the interface, by the rule that tests them. */
  readonly claims: ReadonlyMap<string, readonly string[]>;
  /** Further rules that find the fault, by fault. */
  readonly cascades: Readonly<Record<string, readonly string[]>>;
}

/** docs/rules: a page for each area with a section for each rule, and their index. By path in docs. */
export async function rulesPages(): Promise<readonly (readonly [path: string, text: string])[]> {
  const facts = { claims: await claimsByRule(), cascades: readCascades() };
  const areas = Map.groupBy(EVERY_RULE, ({ area }) => area);
  const pages = [...areas].map(([area, entries]) => {
    const sections = entries.map((entry) => ruleSection(entry, facts));
    return [`rules/${area}.md`, `${[`# Rules: ${area}`, ...sections].join('\n\n')}\n`] as const;
  });
  return [['rules/README.md', indexPage(areas)], ...pages];
}

async function claimsByRule(): Promise<Facts['claims']> {
  const pairs = (await readClaims()).flatMap(({ section, claims }) =>
    claims.flatMap((claim) =>
      'rules' in claim
        ? claim.rules.map((id) => [id, `${section}: "${claim.quote}"`] as const)
        : [],
    ),
  );
  const byRule = Map.groupBy(pairs, ([id]) => id);
  return new Map([...byRule].map(([id, of]) => [id, of.map(([, claim]) => claim)]));
}

/** Its heading is the id of the rule, which links lead to. */
function ruleSection({ rule }: CatalogueEntry, { claims, cascades }: Facts): string {
  const { harm = '', settings = [] } = rule;
  const reactions = clientReactions(rule);
  const others = cascades[rule.provenBy] ?? [];
  const kind = [
    `${LEVEL_WORD[rule.level]}, ${rule.provenance}`,
    rule.operations.join(', '),
    judgedIn(rule),
    ...(rule.needs === undefined ? [] : [`needs ${rule.needs.join(', ')}`]),
    ...(settings.length === 0 ? [] : [`settings ${settings.map(code).join(', ')}`]),
  ];
  const rows = {
    Source: [rule.source],
    Interface: claims.get(rule.id) ?? [],
    Harm: [harm],
    Clients: reactions === undefined ? [] : [reactionsSentence(reactions)],
    Fault: [
      `${code(rule.provenBy)}: ${FAULTS.get(rule.provenBy)?.summary ?? ''}`,
      ...(others.length === 0 ? [] : [`Also found by ${others.join(', ')}.`]),
    ],
  };
  const lines = Object.entries(rows).flatMap(([name, texts]) =>
    texts.length === 0 ? [] : [`- ${name}: ${cell(texts.join(' '))}`],
  );
  return `### ${rule.id}\n\n${[`${cell(rule.statement)} (${kind.join('; ')})`, ...lines].join('\n')}`;
}

function indexPage(areas: ReadonlyMap<string, readonly CatalogueEntry[]>): string {
  const stated = EVERY_RULE.filter(({ rule }) => rule.provenance === 'stated').length;
  const rows = [...areas].map(([area, entries]) => {
    const levels = Object.keys(LEVEL_WORD).map(
      (level) => entries.filter(({ rule }) => rule.level === level).length,
    );
    return `| [${area}](${area}.md) | ${levels.join(' | ')} |`;
  });
  return [
    '# Rules',
    `${EVERY_RULE.length} rules: ${stated} stated by [the interface document](../concepts/interface.md), ${EVERY_RULE.length - stated} assumed from a named source. The page of an area has a section for each rule: its statement, its source and when it is judged, the sentences of the interface that it tests, the harm that a violation does, what official clients do, the fault of the reference gateway that proves it, and the other rules that find this fault.`,
    'The clean gateway passes every rule. `npm run kill-matrix` judges each fault by every rule; `npm test` judges each fault by its own rule, and tables of evidence by mutants of each judge: a mutant that passes them all fails, or is explained. What the interface claims, and why some claims have no rule, is in [claims.yaml](../concepts/claims.yaml).',
    `| area | ${Object.values(LEVEL_WORD).join(' | ')} |\n|---|--:|--:|--:|\n${rows.join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
