import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import {
  jsonWithoutCommands,
  stderr,
  stdout,
  withoutCommands,
  writeCommands,
  writePath,
  writeTo,
} from '../../../src/commands/terminal/output.ts';
import { coloured, columnsOf } from '../../../src/report/formats/text/text-page.ts';
import { syntheticReport } from '../../report/performance/synthetic-report.ts';
import { assay, Text } from '../../support/assay-in-process.ts';
import { folderOfTest } from '../../support/test-folder.ts';

/** Sets the title of a terminal, moves its cursor, and reverses what follows. */
const FOREIGN = '\u001b]0;owned\u0007\u001b[5A\u009b2J\u202e\r';

function streams(isTTY: boolean): { readonly out: Text; readonly err: Text } {
  const [out, err] = [new Text(isTTY ? 80 : 0), new Text(isTTY ? 80 : 0)];
  writeTo({ stdout: out, stderr: err });
  return { out, err };
}

afterEach(() => {
  writeTo(process);
  vi.unstubAllEnvs();
});

test.each([true, false])('output: no control character leaves a command, terminal: %s', (isTTY) => {
  const { out, err } = streams(isTTY);
  stdout().write(`quoted ${FOREIGN}\n\tmore\n`);
  stderr().write(`quoted ${FOREIGN}\n`);
  writeCommands(`::error::${FOREIGN}\n`);
  expect(out.text).toBe('quoted ␛]0;owned␇␛[5A⟨U+009B⟩2J⟨U+202E⟩␍\n\tmore\n');
  expect(err.text).not.toMatch(/[^\P{Cc}\n]/u);
});

test('output: a terminal gets the colours of a report, and a log does not', () => {
  const red = coloured('fail', 'fail');
  const { out: terminal } = streams(true);
  stdout().write(`${red}${FOREIGN}`);
  expect(terminal.text.startsWith(red)).toBe(true);
  const { out: log } = streams(false);
  stdout().write(red);
  expect(log.text).not.toContain('\u001b');
});

test('output: a terminal gets the controls that redraw a block, at the start of a write only', () => {
  const { err } = streams(true);
  stderr().write('\r\u001b[3A\u001b[Jnext');
  stderr().write('quoted \r\u001b[3A\u001b[J');
  expect(err.text).toBe('\r\u001b[3A\u001b[Jnextquoted ␍␛[3A␛[J');
});

const PATH = '/tmp/reports of ours/report.html';

test.each([
  [{ TERM_PROGRAM: 'WezTerm' }, true],
  [{ VTE_VERSION: '7600' }, true],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
])('output: in a terminal of %j the path of a report is a link: %s', (environment, isLink) => {
  for (const name of ['TERM_PROGRAM', 'VTE_VERSION', 'TERM']) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const { out } = streams(true);
  Object.assign(out, { hasColors: () => true });
  writePath('report ', PATH);
  expect(out.text).toBe(
    isLink
      ? `report \u001b]8;;file:///tmp/reports%20of%20ours/report.html\u0007${PATH}\u001b]8;;\u0007\n`
      : `report ${PATH}\n`,
  );
});

test('output: without colours, or outside a terminal, a path is plain, and its controls are shown', () => {
  vi.stubEnv('TERM_PROGRAM', 'WezTerm');
  for (const isTTY of [true, false]) {
    const { out } = streams(isTTY);
    writePath('report ', `${PATH}\u001b[2J`);
    expect(out.text).toBe(`report ${PATH}␛[2J\n`);
  }
});

test('assay compare: a foreign report cannot act on the terminal', async () => {
  const folder = await folderOfTest('output');
  const report = syntheticReport({ seed: 1, ttftMs: 20 });
  const foreign = { ...report, load: { ...report.load, scenario: FOREIGN } };
  const [ours, theirs] = [join(folder, 'ours.json'), join(folder, 'theirs.json')];
  await writeFile(ours, JSON.stringify(report));
  await writeFile(theirs, JSON.stringify(foreign));
  const args = ['compare', `a=${ours}`, `b=${theirs}`, '--out', folder];
  for (const columns of [0, 100]) {
    const run = await assay(args, { columns });
    expect(run.stdout).toContain('␛]0;owned␇');
    expect(run.stdout + run.stderr).not.toMatch(/[^\P{Cc}\n]/u);
  }
});

const COMMANDS =
  ' ::error::a\nb ##[error]c ##vso[task.complete result=Succeeded]d ##teamcity[buildStop]e ### [f] ##g';
const FOUND = /^\s*::|##\w*\[/m;

test.each([
  ['GitHub Actions', { GITHUB_ACTIONS: 'true' }],
  ['Azure Pipelines', { TF_BUILD: 'True' }],
  ['TeamCity', { TEAMCITY_VERSION: '2026.1' }],
])('commands: %s finds none in a text of a gateway', (_server, environment) => {
  const text = withoutCommands(COMMANDS, environment);
  expect(text).not.toMatch(FOUND);
  expect(text.replaceAll('\u200b', '')).toBe(COMMANDS);
  const json = jsonWithoutCommands(JSON.stringify({ COMMANDS }), environment);
  expect(json).not.toMatch(FOUND);
  expect(JSON.parse(json)).toEqual({ COMMANDS });
});

test('commands: elsewhere a text is as it was', () => {
  expect(withoutCommands(COMMANDS, {})).toBe(COMMANDS);
  expect(jsonWithoutCommands(JSON.stringify(COMMANDS), {})).toBe(JSON.stringify(COMMANDS));
});

/** Examples of the help are copied whole; rule ids of a dry run stand alone on a line. */
const WHOLE = /^ {2}\$ /;

test.each([
  [['help']],
  [['help', 'capacity']],
  [['explain', 'idempotency-concurrent-one-effect']],
  [['list', 'rules']],
  [['conform', '--dry-run', '--area', 'video']],
])('terminal: no line of assay %j is wider than a terminal of 60 columns', async (words) => {
  const { stdout: printed, code } = await assay(words, { columns: 60 });
  expect(code).toBe(0);
  const lines = printed.split('\n').filter((line) => !WHOLE.test(line));
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => columnsOf(line) > 60)).toEqual([]);
});

test('terminal: an error breaks between words', async () => {
  const { stderr: said, code } = await assay(['load', '--users', '3', '--arrival-rate', '5/s'], {
    columns: 60,
  });
  expect(code).toBe(3);
  const lines = said.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => columnsOf(line) > 60)).toEqual([]);
});

test('terminal: a list that is not read on a terminal has one line for each entry', async () => {
  const rules = async (columns?: number) => {
    const { stdout: printed } = await assay(['list', 'rules'], { ...(columns && { columns }) });
    return printed.trimEnd().split('\n');
  };
  expect((await rules()).every((line) => /^[a-z]/.test(line))).toBe(true);
  expect((await rules(60)).length).toBeGreaterThan((await rules()).length);
});
