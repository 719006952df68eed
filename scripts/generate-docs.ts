import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { program } from '../src/commands/program.ts';
import { CATALOGUE, type CatalogueEntry } from '../src/conformance/catalogue.ts';
import {
  clientImpact,
  clientReactions,
  reactionsSentence,
} from '../src/conformance/client-impact.ts';
import { readRuleSource } from '../src/conformance/rule-source.ts';
import { cell } from './markdown-cell.ts';
import { messagesPage } from './messages-page.ts';
import { clientImpactPage } from './pages/client-impact-page.ts';
import { killMatrixPage } from './pages/kill-matrix-page.ts';
import { limitsPage } from './pages/limits-page.ts';
import { settingsPage } from './pages/settings-page.ts';
import { traceabilityPage } from './pages/traceability-page.ts';
import { variantsPage } from './pages/variants-page.ts';
import { withQuotedFiles } from './quoted-files.ts';

/**
 * Writes what can be said from the source: a page for each rule, what the interface claims and
 * which rules test it, which fault proves which rule, the variants, what clients do on each fault, the
 * settings of a profile, the limits, the help of each command, and every message.
 */

const DOCS = join(import.meta.dirname, '..', 'docs');
const WIDTH = 100;

/** The text of each generated document, by its path in docs. */
export async function generatedDocs(): Promise<ReadonlyMap<string, string>> {
  const pages = await Promise.all(
    CATALOGUE.map(async (entry) => [pathOf(entry), await rulePage(entry)] as const),
  );
  return new Map([
    ...pages,
    ['rules/README.md', ruleIndex()],
    ['traceability.md', await traceabilityPage()],
    ['kill-matrix.md', killMatrixPage()],
    ['variants.md', variantsPage()],
    ['client-impact.md', clientImpactPage(clientImpact())],
    ['settings.md', await settingsPage()],
    ['limits.md', await limitsPage()],
    ['commands.md', commandHelp()],
    ['messages.md', await messagesPage()],
    [
      'writing-a-rule.md',
      await withQuotedFiles(await readFile(join(DOCS, 'writing-a-rule.md'), 'utf8')),
    ],
  ]);
}

function pathOf({ area, rule }: CatalogueEntry): string {
  return `rules/${area}/${rule.id}.md`;
}

async function rulePage(entry: CatalogueEntry): Promise<string> {
  const { rule, area } = entry;
  const { harm, settings } = await readRuleSource(entry);
  const provenance = rule.provenance === 'stated' ? 'stated by the interface' : 'assumed';
  const rows = [
    ['level', rule.level],
    ['provenance', provenance],
    ['source', rule.source],
    ['operations', rule.operations.join(', ')],
    ['judged', rule.evidence === 'series' ? 'in conformance' : 'in conformance and under load'],
    ['needs', rule.needs?.join(', ') ?? 'nothing beyond the interface'],
    [
      'settings',
      settings.length === 0 ? 'none' : settings.map((setting) => `\`${setting}\``).join(', '),
    ],
    ['proven by', `\`assay serve --fault ${rule.provenBy}\``],
    ['file', `\`src/conformance/rules/${area}/${rule.id}.ts\``],
  ];
  return [
    `# ${rule.id}`,
    rule.statement,
    `**Harm.** ${harm}`,
    ...clientParagraph(entry),
    `| | |\n|---|---|\n${rows.map(([name, text]) => `| ${name} | ${cell(text ?? '')} |`).join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** A rule whose fault needs a provider behind the gateway is not measured. */
function clientParagraph({ rule }: CatalogueEntry): string[] {
  const reactions = clientReactions(rule);
  if (reactions === undefined) return [];
  const sentence = reactionsSentence(reactions);
  return [`**Clients.** ${cell(sentence)} ([how measured](../../client-impact.md)).`];
}

function ruleIndex(): string {
  const areas = [...new Set(CATALOGUE.map(({ area }) => area))];
  const stated = CATALOGUE.filter(({ rule }) => rule.provenance === 'stated').length;
  const sections = areas.map((area) => {
    const rows = CATALOGUE.filter((entry) => entry.area === area).map(
      (entry) =>
        `| [${entry.rule.id}](${area}/${entry.rule.id}.md) | ${entry.rule.level} | ${entry.rule.provenance} | ${cell(entry.rule.statement)} |`,
    );
    return `## ${area}\n\n| rule | level | provenance | statement |\n|---|---|---|---|\n${rows.join('\n')}`;
  });
  return [
    '# Rules',
    `${CATALOGUE.length} rules: ${stated} stated by the interface, ${CATALOGUE.length - stated} assumed from a named source. Each is proven by a fault of the reference gateway.`,
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}

function commandHelp(): string {
  const sections = program.commands.map(
    (command) => `## assay ${command.name()}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``,
  );
  return [`# Commands\n\n\`\`\`text\n${helpOf(program)}\n\`\`\``, ...sections]
    .join('\n\n')
    .concat('\n');
}

/** As the terminal shows it, with the texts that stand after the options. */
function helpOf(command: Command): string {
  let text = '';
  const before = command.configureOutput();
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => WIDTH,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  command.configureOutput(before);
  return text.trimEnd();
}

if (import.meta.main) {
  await rm(join(DOCS, 'rules'), { recursive: true, force: true });
  for (const [path, text] of await generatedDocs()) {
    await mkdir(dirname(join(DOCS, path)), { recursive: true });
    await writeFile(join(DOCS, path), text);
  }
}
