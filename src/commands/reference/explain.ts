import { type CatalogueEntry, EVERY_RULE } from '../../conformance/catalogue.ts';
import { clientReactions, reactionsSentence } from '../../conformance/client-impact.ts';
import { judgedIn } from '../../conformance/rule.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { findRule } from '../configuration/rules.ts';
import { command } from '../options/command.ts';
import { EXIT } from '../options/exit-codes.ts';
import { option } from '../options/option.ts';
import { pageOfStdout, stdout } from '../terminal/output.ts';

export const explain = command({
  name: 'explain',
  summary: 'explain a rule: its claim, its source and its proof',
  description:
    'Shows what a rule claims, where the claim comes from, the harm when it is broken, and the fault that proves the rule.',
  operands: [
    {
      name: '<rule>',
      summary: 'id of a rule, see "assay list rules"',
      known: () => EVERY_RULE.map(({ rule }) => rule.id),
    },
  ],
  options: [
    option(
      '--config <file>',
      'configuration with custom rules (default: assay.yaml, if it exists)',
    ),
  ],
  examples: ['assay explain chat-stream-done-once-last'],
  async run({ config }, [id = '']) {
    stdout().write(await explanation(id, await catalogueWith(id, config)));
    return EXIT.holds;
  },
});

/** A rule of Assay is explained whatever the configuration says. */
async function catalogueWith(
  id: string,
  config: string | undefined,
): Promise<readonly CatalogueEntry[]> {
  const isKnown = EVERY_RULE.some(({ rule }) => rule.id === id);
  return isKnown ? EVERY_RULE : (await readConfiguration(config, {})).catalogue;
}

/** @throws UsageError for an unknown rule */
async function explanation(id: string, catalogue: readonly CatalogueEntry[]): Promise<string> {
  const entry = findRule(id, catalogue);
  const { rule, area, custom } = entry;
  const { harm = '', settings = [] } = rule;
  const facts: [string, string][] = [
    ['statement', rule.statement],
    ['level', rule.level],
    ['provenance', rule.provenance === 'stated' ? 'stated by the interface' : 'assumed'],
    ['source', rule.source],
    ['harm', harm],
    ...clientFacts(entry),
    ['area', area],
    ['operations', rule.operations.join(', ')],
    ['judged', judgedIn(rule)],
    ['needs', rule.needs?.join(', ') ?? 'nothing beyond the interface'],
    custom === undefined
      ? ['proven by', `assay serve --fault ${rule.provenBy}`]
      : ['exported by', custom.file],
    ['profile', profileSays(rule.provenance, settings)],
  ];
  const page = pageOfStdout();
  const lines = facts.flatMap(([name, text]) => page.wrap(`${name.padEnd(12)}${text}`, 2, 12));
  return `${rule.id}\n\n${lines.join('\n')}\n`;
}

function clientFacts({ rule, custom }: CatalogueEntry): [string, string][] {
  const reactions = custom === undefined ? clientReactions(rule) : undefined;
  return reactions === undefined ? [] : [['clients', reactionsSentence(reactions)]];
}

function profileSays(provenance: 'stated' | 'assumed', settings: readonly string[]): string {
  const turn = settings.length === 0 ? '' : `may change ${settings.join(', ')}; `;
  const rest =
    provenance === 'stated'
      ? 'may disable the rule or change its level, which marks the result as not conformant to the interface'
      : 'may disable the rule or change its level, with a reason';
  return turn + rest;
}
