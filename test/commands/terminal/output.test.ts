import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { stderr, stdout, writeCommands, writeTo } from '../../../src/commands/terminal/output.ts';
import { coloured } from '../../../src/report/formats/text/text-page.ts';
import { syntheticReport } from '../../report/performance/synthetic-report.ts';
import { assay } from '../../support/assay-in-process.ts';

/** Sets the title of a terminal, moves its cursor, and reverses what follows. */
const FOREIGN = '\u001b]0;owned\u0007\u001b[5A\u009b2J\u202e\r';

class Text extends Writable {
  text = '';
  readonly isTTY: boolean;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

function streams(isTTY: boolean): { readonly out: Text; readonly err: Text } {
  const [out, err] = [new Text(isTTY), new Text(isTTY)];
  writeTo({ stdout: out, stderr: err });
  return { out, err };
}

afterEach(() => writeTo(process));

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

test('assay compare: a foreign report cannot act on the terminal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-output-'));
  onTestFinished(() => rm(folder, { recursive: true }));
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
