import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ASSAY, REFERENCE_SERVER } from '../../support/programs/package-paths.ts';

const FINISH_COMPILING = join(import.meta.dirname, '../../../reference-server/finish-compiling.ts');
/** A small old generation, and compilations that are still waiting at the exit. */
const SHORT_OF_MEMORY = [
  '--max-semi-space-size=4',
  '--initial-old-space-size=8',
  '--no-incremental-marking',
  '--concurrent-recompilation-delay=60',
];
const NAMES_AT_EXIT = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => console.error(process.listeners('exit').map(({ name }) => name).join()));`,
)}`;

/** Ends while V8 compiles functions that need more memory than the old generation has left. */
const COMPILING_AT_EXIT = `
  ${stripTypeScriptTypes(readFileSync(FINISH_COMPILING, 'utf8'))}
  finishCompilingAtExit();
  const members = Array.from({ length: 40 }, (_, at) => at);
  const longFunction = (seed) => new Function('rounds', \`
    let sum = \${seed}.5;
    const o = {\${members.map((at) => \`p\${at}: \${at}.25\`)}}, a = [1.5, 2.5, 3.5];
    for (let i = 0; i < rounds; i += 1) switch (i % 40) {
      \${members.map((at) => \`case \${at}: sum += o.p\${at} * \${at}.5 + a[i % 3]; o.p\${at} = sum % \${at + 3}; break;\`).join('')}
    }
    return sum;\`);
  const functions = members.map(longFunction);
  for (const each of functions) for (let call = 0; call < 20; call += 1) each(40);
  for (const each of functions) for (let call = 0; call < 40; call += 1) each(120);
  process.stdout.write('exit');
  process.exit(7);
`;

test.concurrent.for([1, 2, 3])(
  'end: a process ends although its functions are being compiled and memory is short, try %i',
  async (_, { onTestFinished }) => {
    const program = [...SHORT_OF_MEMORY, '--input-type=module', '--eval', COMPILING_AT_EXIT];
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    expect(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })).toEqual([7, null]);
  },
);

test.each([
  ['the command line', [ASSAY, '--version']],
  ['the reference gateway', [REFERENCE_SERVER, '--unheard-of']],
])('end: %s finishes its compilations at its exit', async (_, program) => {
  const { stderr } = await promisify(execFile)(process.execPath, [
    '--import',
    NAMES_AT_EXIT,
    ...program,
  ]).catch((error: { stderr: string }) => error);
  expect(stderr.trim().split('\n').at(-1)?.split(',')).toContain('finishCompiling');
});
