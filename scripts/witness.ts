import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS, VARIANTS } from '../reference-server/alterations.ts';
import { program } from '../src/commands/command-line/program.ts';
import { CATALOGUE } from '../src/conformance/catalogue.ts';
import { ruleResults } from '../src/report/assemble/rule-results.ts';
import { compare } from '../src/report/comparison/compare.ts';
import { COMPARISON, SHEET } from '../src/report/files.ts';
import * as formats from '../src/report/formats/index.ts';
import { TextPage } from '../src/report/formats/text/text-page.ts';
import { foundKnee } from '../test/report/sample-capacity.ts';
import { overheadRun } from '../test/report/sample-overhead.ts';
import * as gates from '../test/report/sample-report.ts';
import { sheetOf } from '../test/report/sample-sheet.ts';
import { assay } from '../test/support/assay-in-process.ts';
import { judgeReference, PROFILE } from '../test/support/judge-reference.ts';

/**
 * Whether a change of the code keeps what Assay says. This checkout and an earlier one each write the
 * verdicts of the reference gateway with each fault and variant, the exit codes and words of the commands,
 * the reports of fixed runs, and that of one recording; git shows the differences.
 *
 * `npm run witness -- BEFORE [--at-once N] [PART…]`
 *
 * BEFORE is a folder with an earlier checkout and its packages. A part is a fault, a variant, `commands`,
 * `reports` or `recording`; all when absent. What differs is judged once more, because a race or a
 * busy machine shows in some runs only. Exit code 0: the same; 1: they differ; 3: wrong use, or a checkout that
 * cannot be run.
 */

/** A run mostly waits. */
const AT_ONCE = '6';
const DIFF = ['diff', '--no-index'];
const OTHER_PARTS = ['commands', 'reports', 'recording'];
const ASSAY = join(import.meta.dirname, '..', 'bin', 'assay.js');
const RULES = CATALOGUE.map(({ rule }) => rule);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'at-once': { type: 'string', default: AT_ONCE }, write: { type: 'string' } },
  });
  const atOnce = Number(values['at-once']);
  if (!Number.isInteger(atOnce) || atOnce < 1) {
    throw new Error(`--at-once needs a whole number from 1; got ${values['at-once']}.`);
  }
  if (values.write !== undefined) await writeAll(values.write, positionals, atOnce);
  else process.exitCode = await compareWith(positionals, values['at-once']);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 3;
}

/** @returns the exit code */
async function compareWith([before = '', ...names]: string[], atOnce: string): Promise<number> {
  const roots = { before, after: join(import.meta.dirname, '..') };
  if (!existsSync(join(before, 'scripts', 'witness.ts'))) {
    throw new Error(
      `Give the folder of an earlier checkout that has scripts/witness.ts; got "${before}".`,
    );
  }
  const parts = new Set([...FAULTS.keys(), ...VARIANTS.keys(), ...OTHER_PARTS]);
  const unknown = names.filter((name) => !parts.has(name));
  if (unknown.length > 0)
    throw new Error(`Not a fault, a variant, ${OTHER_PARTS.join(' or ')}: ${unknown.join(', ')}.`);
  const folder = await mkdtemp(join(tmpdir(), 'assay-witness-'));
  const writeBoth = async (chosen: readonly string[]) => {
    for (const [side, root] of Object.entries(roots)) {
      const options = ['--write', join(folder, side), '--at-once', atOnce];
      const code = await run(process.execPath, ['scripts/witness.ts', ...options, ...chosen], root);
      if (code !== 0) throw new Error(`${root} could not be run: exit code ${code}.`);
    }
  };
  await writeBoth(names);
  const doubtful = differingGateways(folder);
  if (doubtful.length > 0) await writeBoth(doubtful);
  const code = await run('git', [...DIFF, '--stat', '-p', 'before', 'after'], folder);
  process.stdout.write(`${code === 0 ? 'The same' : 'Different'}: ${folder}\n`);
  return code;
}

/** The faults and variants whose verdicts differ: a race or a busy machine shows in some runs only. */
function differingGateways(folder: string): readonly string[] {
  const { stdout } = spawnSync('git', [...DIFF, '--name-only', 'before', 'after'], { cwd: folder });
  return [...stdout.toString().matchAll(/(?:faults|variants)\/(.+)\.txt$/gm)].map(
    ([, id = '']) => id,
  );
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  stdout: 'inherit' | 'ignore' = 'inherit',
): Promise<number> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', stdout, 'inherit'] });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

async function writeAll(folder: string, names: readonly string[], atOnce: number): Promise<void> {
  const isChosen = (id: string) => names.length === 0 || names.includes(id);
  const gateways = [
    ...[...FAULTS.keys()].map((id) => ['faults', id] as const),
    ...[...VARIANTS.keys()].map((id) => ['variants', id] as const),
  ].filter(([, id]) => isChosen(id));
  const queue = gateways.values();
  const work = async () => {
    for (const [kind, id] of queue) {
      await write(join(folder, kind, `${id}.txt`), await verdicts({ [kind]: [id] }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const pages = [
    ...(isChosen('commands') ? await commands() : []),
    ...(isChosen('reports') ? reports() : []),
  ];
  for (const { name, text } of pages) await write(join(folder, name), text);
  if (isChosen('recording')) await judgeRecording(folder);
}

/** One line for each rule: its verdict, and where it found something. */
async function verdicts(gateway: Parameters<typeof judgeReference>[1]): Promise<string> {
  const conformance = await judgeReference(RULES, gateway);
  const results = ruleResults(CATALOGUE, PROFILE, {
    conformance,
    newer: new Set(),
    commands: {},
  });
  const places = new Map(
    conformance.map(({ rule, tally }) => [
      rule.id,
      [...tally.byOperation].flatMap(([operation, { examples }]) =>
        examples.map(({ finding }) => [operation, finding.where ?? ''].join(' ').trim()),
      ),
    ]),
  );
  return results
    .map(({ id, verdict }) =>
      [id, verdict, ...new Set(places.get(id)?.toSorted())].join('\t').concat('\n'),
    )
    .join('');
}

interface Page {
  readonly name: string;
  readonly text: string;
}

/** What each command answers to --help, to a wrong use, and to --dry-run where it has one. */
async function commands(): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const command of program.commands) {
    const hasPlan = command.options.some(({ long }) => long === '--dry-run');
    const uses = [['--help'], ['--no-such-flag'], ['a', 'b', 'c', '--no-such-flag']];
    for (const use of [...uses, ...(hasPlan ? [['--dry-run']] : [])]) {
      const args = [command.name(), ...use];
      const { code, stdout, stderr } = await assay(args);
      pages.push({
        name: join('commands', `${args.join(' ')}.txt`),
        text: `exit code ${code}\n${stdout}\n${stderr}`,
      });
    }
  }
  return pages;
}

/** The report of a load that the first checkout recorded. Paths are relative, because reports quote them. */
async function judgeRecording(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const recording = join('..', 'load.rec');
  const load = ['load', '--duration', '5s', '--arrival-rate', '40/s', '--record', recording];
  const judge = ['judge', recording, '--format', 'json', '--out', 'recording'];
  const isRecorded = existsSync(join(folder, recording));
  for (const args of [...(isRecorded ? [] : [[...load, '--out', join('..', 'load')]]), judge]) {
    const code = await run(process.execPath, [ASSAY, ...args, '--quiet'], folder, 'ignore');
    if (code === 3) throw new Error(`assay ${args[0]} could not run.`);
  }
}

/** The five kinds of report, in every format. */
function reports(): readonly Page[] {
  const runs = {
    passing: gates.passingGate(),
    failing: gates.failingGate(),
    interrupted: gates.interruptedGate(),
    'ended early': gates.loadEndedEarly(),
    'conformance only': gates.conformanceOnly(),
    capacity: foundKnee(),
    overhead: overheadRun(),
  };
  const pages = Object.entries(runs).flatMap(([name, report]) =>
    Object.values(formats).map(({ file, render }) => ({
      name: join(name, file),
      text: render(report),
    })),
  );
  const sheet = sheetOf({ alike: 'yes', half: 'yes', other: '200' });
  const subjects = [
    { label: 'one', source: 'recorded', address: 'one', report: gates.passingGate(), sheet },
    { label: 'two', source: 'recorded', address: 'two', report: gates.failingGate() },
  ] as const;
  const comparison = compare(subjects, { comparedAt: new Date(0), exitCode: 0 });
  const more = {
    'sheet/behaviour.md': SHEET.formats.markdown.render(sheet),
    'sheet/behaviour.txt': SHEET.text(sheet, new TextPage()),
    'comparison/compare.md': COMPARISON.formats.markdown.render(comparison),
    'comparison/compare.txt': COMPARISON.text(comparison, new TextPage()),
    'comparison/compare.html': COMPARISON.formats.html.render(comparison),
  };
  return [...pages, ...Object.entries(more).map(([name, text]) => ({ name, text }))].map(
    ({ name, text }) => ({ name: join('reports', name), text }),
  );
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
