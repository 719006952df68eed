import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findEngine } from '../src/load/engine/find-engine.ts';

/** `npm run check`: formatting, lint, types, dead code, prose, commits and Go, side by side. */

interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...parameters: string[]];
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Any output is a failure, whatever the exit code. */
  readonly quietWhenGood?: true;
  /** What the step waits for. */
  readonly after?: () => Promise<unknown>;
}

interface Outcome {
  readonly step: Step;
  readonly good: boolean;
  readonly seconds: number;
  readonly output: string;
}

const ROOT = join(import.meta.dirname, '..');
const ENGINE = join(ROOT, 'engine');
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
/**
 * What tsc found last time: unchanged files are not checked again. More checkers than one would end
 * sooner on an idle machine, and check the types of libraries once each.
 */
const TYPES = join(ROOT, 'node_modules', '.cache', 'assay-types', 'tsbuildinfo.json');
const PATIENCE_MS = 15_000;

const STEPS: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  {
    name: 'types',
    command: ['tsc', '--checkers', '1', '--incremental', '--tsBuildInfoFile', TYPES],
  },
  { name: 'types of the scenarios', command: ['tsc', '-p', 'scenarios'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'prose', command: ['node', 'scripts/prose.ts'] },
  { name: 'commit subjects', command: ['node', 'scripts/commit-subjects.ts'] },
];

const GO_STEPS: readonly Step[] = [
  { name: 'Go format', command: ['gofmt', '-l', '.'], folder: ENGINE, quietWhenGood: true },
  {
    name: 'Go vet',
    command: ['go', 'vet', '-trimpath', './...'],
    folder: ENGINE,
    // As the engine is built, so that they share what they compile.
    env: { CGO_ENABLED: '0' },
    after: engineBuilt,
  },
];

const steps = hasGo() ? [...STEPS, ...GO_STEPS] : STEPS;
if (steps === STEPS) say('- Go: not checked, because no go command was found');

const running = new Set<string>();
const reminder = setInterval(() => say(`  still running: ${[...running].join(', ')}`), PATIENCE_MS);
const outcomes = await Promise.all(steps.map(run));
clearInterval(reminder);

const failed = outcomes.filter(({ good }) => !good);
for (const { step, output } of failed) say(`\n── ${step.name}\n${output.trimEnd()}`);
if (failed.length > 0) {
  say(`\nCheck failed: ${failed.map(({ step }) => step.name).join(', ')}.`);
  process.exitCode = 1;
}

async function run(step: Step): Promise<Outcome> {
  running.add(step.name);
  const start = performance.now();
  await step.after?.();
  const { code, output } = await execute(step);
  running.delete(step.name);

  const seconds = (performance.now() - start) / 1000;
  const good = code === 0 && !(step.quietWhenGood && output !== '');
  const note = good && output.startsWith('not checked') ? `  ${output.trimEnd()}` : '';
  say(`${good ? '✓' : '✗'} ${step.name}  ${seconds.toFixed(1)} s${note}`);
  return { step, good, seconds, output };
}

function execute({ command, folder, env }: Step): Promise<{ code: number | null; output: string }> {
  const [program, ...parameters] = command;
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: folder ?? ROOT,
      env: { ...process.env, ...env, PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', ({ message }) => resolve({ code: null, output: message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * The engine, which the tests build at the same time, is compiled from the packages that vet reads: on a
 * new machine both would compile all of k6. When it cannot be built, vet says why.
 */
function engineBuilt(): Promise<unknown> {
  return findEngine({ env: { ...process.env, ASSAY_ENGINE: '' } }).catch(() => undefined);
}

function hasGo(): boolean {
  return PATH.split(delimiter).some((folder) => existsSync(join(folder, 'go')));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
