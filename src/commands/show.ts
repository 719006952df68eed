import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../input/usage-error.ts';
import { withoutKeys } from '../target/keys.ts';
import { command } from './options/command.ts';
import { EXIT } from './options/exit-codes.ts';
import { filesOfRun } from './recorded/files-of-run.ts';
import { isPipeline, stdout, writePath } from './terminal/output.ts';

const PAGES = ['report.html', 'compare.html', 'behaviour.html'];

export const show = command({
  name: 'show',
  summary: 'open the report of a run in the browser',
  description:
    'Opens the page of a run in the browser and prints its path. In CI, on a machine without a display and where the output is not a terminal, it prints the path only.',
  operands: [
    {
      name: '[run]',
      summary: 'the folder of a run, or a file in it; the newest run in reports/runs when absent',
    },
  ],
  options: [],
  examples: ['assay show', 'assay show reports/gate'],
  async run(_options, [run]) {
    const [page = ''] = await filesOfRun(folderOf(run), PAGES, '"assay report" writes it again.');
    if (!page.endsWith('.html')) {
      throw new UsageError(`Not a page: ${page}. Name the folder of a run, or its report.html.`);
    }
    writePath('', page);
    const opener = openerOf(process.platform, process.env);
    if (opener !== undefined && stdout().isTTY === true) open(opener, page);
    return EXIT.holds;
  },
});

/** The page of a `report.json` is beside it. */
function folderOf(run: string | undefined): string | undefined {
  return run?.endsWith('.json') ? dirname(run) : run;
}

/** The program that opens a file as the user would; undefined where no user sees it. */
function openerOf(
  platform: NodeJS.Platform,
  environment: Readonly<NodeJS.ProcessEnv>,
): string | undefined {
  if (isPipeline(environment)) return undefined;
  if (platform === 'darwin') return 'open';
  // It opens what Explorer is given, as "start" does, without a shell.
  if (platform === 'win32') return 'explorer.exe';
  const { DISPLAY, WAYLAND_DISPLAY, BROWSER } = environment;
  return (DISPLAY ?? WAYLAND_DISPLAY ?? BROWSER) === undefined ? undefined : 'xdg-open';
}

/** The path is printed before, so that a browser which cannot start takes nothing away. */
function open(opener: string, page: string): void {
  const env = withoutKeys(process.env);
  const child = spawn(opener, [resolve(page)], { stdio: 'ignore', detached: true, env });
  child.on('error', () => undefined);
  child.unref();
}
