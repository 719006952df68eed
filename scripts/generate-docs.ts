import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { program } from '../src/commands/command-line/program.ts';
import { clientImpact } from '../src/conformance/client-impact.ts';
import { clientImpactPage } from './pages/client-impact-page.ts';
import { coveragePage } from './pages/coverage-page.ts';
import { rulesPages } from './pages/rules-pages.ts';
import { settingsPage } from './pages/settings-page.ts';
import { withQuotedFiles } from './quoted-files.ts';

/**
 * Writes what can be said from the source: into docs what people read there, the rules, the commands, the
 * settings and limits; into dist/docs, which git ignores, what clients do on each fault, and which requests a
 * thorough run sends.
 */

const ROOT = join(import.meta.dirname, '..');
const WIDTH = 120;

type Pages = ReadonlyMap<string, string>;

/** The text of each generated page of docs, by its path there. */
export async function committedPages(): Promise<Pages> {
  const lesson = await readFile(join(ROOT, 'docs', 'contributing', 'writing-a-rule.md'), 'utf8');
  return new Map([
    ...(await rulesPages()),
    ['reference/settings.md', await settingsPage()],
    ['reference/commands.md', commandHelp()],
    ['contributing/writing-a-rule.md', await withQuotedFiles(lesson)],
  ]);
}

/** The text of each page of dist/docs, by its path there. */
export async function builtPages(): Promise<Pages> {
  return new Map([
    ['client-impact.md', clientImpactPage(clientImpact())],
    ['coverage.md', await coveragePage()],
  ]);
}

function commandHelp(): string {
  const shown = program.createHelp().visibleCommands(program);
  const sections = shown.map(
    (command) => `## assay ${command.name()}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``,
  );
  return [`# Commands\n\n\`\`\`text\n${helpOf(program)}\n\`\`\``, ...sections]
    .join('\n\n')
    .concat('\n');
}

/** What every command has says nothing of one. */
const HELP_OPTION = /\n(?:\nOptions:\n)? +-h, --help .*/;
/** A heading is enough between two groups of options. */
const BETWEEN_GROUPS = /(\n {2,}.*)\n(?=\n[A-Z][\w ]*:\n {2}-)/g;

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
  return text.trimEnd().replace(HELP_OPTION, '').replace(BETWEEN_GROUPS, '$1');
}

async function writePages(folder: string, pages: Pages): Promise<void> {
  for (const [path, text] of pages) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

if (import.meta.main) {
  const pages = await committedPages();
  await rm(join(ROOT, 'docs', 'rules'), { recursive: true, force: true });
  await writePages(join(ROOT, 'docs'), pages);
  await writePages(join(ROOT, 'dist', 'docs'), await builtPages());
}
