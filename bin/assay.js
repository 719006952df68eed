#!/usr/bin/env node
// Plain JavaScript, so that a Node that cannot run TypeScript gets a sentence and not a syntax error.
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

const OLDEST_NODE = 24;
// A checkout runs from source; an installed package has the compiled source only.
const SOURCE = new URL('../src/cli.ts', import.meta.url);
const IS_CHECKOUT = existsSync(SOURCE);

// A young generation of 4 MiB keeps a long load below 120 MiB and costs no throughput (bench/speed.ts).
const YOUNG_GENERATION = '--max-semi-space-size=4';
// A fixed threshold returns the memory of large bodies to the system: 60 MB less with hostile gateways.
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
/** Commands that keep many answers in memory. */
const LARGE = 'capacity compare conform describe gate judge load overhead watch'.split(' ');

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  refuse(`Assay needs Node ${OLDEST_NODE} or newer: this is ${process.version}. ${remedy()}`);
} else {
  if (LARGE.includes(process.argv[2])) startSparingly();
  if (hasTemporaryFolder()) await start();
}

async function start() {
  // As `finishCompilingAtExit` sets it: the compile cache depends on the flags of its start.
  setFlagsFromString('--no-concurrent-sparkplug');
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  const main = IS_CHECKOUT ? SOURCE : new URL('../dist/package/src/cli.js', import.meta.url);
  const cli = await import(main).catch((error) =>
    refuse(
      `Assay could not start: ${error.message}. Install it again, in a checkout with "npm ci".`,
    ),
  );
  if (cli !== undefined) await run(cli);
}

/** Where a folder cannot be made, such as in /proc, the compile cache of Node tries it again without end. */
function hasTemporaryFolder() {
  try {
    rmdirSync(mkdtempSync(join(tmpdir(), 'assay-')));
    return true;
  } catch ({ code }) {
    refuse(
      `Cannot make a temporary folder in ${tmpdir()} (${code}). Set TMPDIR to a folder that can be written.`,
    );
    return false;
  }
}

/**
 * Starts Node again in this process, because V8 and the allocator read their settings only at a start. It
 * takes 20 ms; the line above cannot set them: `env` of BusyBox has no -S.
 */
function startSparingly() {
  // Windows cannot replace a process.
  if (process.execve === undefined || process.execArgv.includes(YOUNG_GENERATION)) return;
  const words = [YOUNG_GENERATION, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, [process.execPath, ...words], { ...ALLOCATOR, ...process.env });
}

function remedy() {
  return IS_CHECKOUT
    ? 'On Linux, "npm ci" brings one that "npx assay" uses; elsewhere install it from nodejs.org.'
    : `Install Node ${OLDEST_NODE} (nodejs.org, nvm install ${OLDEST_NODE}).`;
}

async function run({ main, lastMessage, finishCompilingAtExit }) {
  finishCompilingAtExit();
  // 1 would say that the gateway failed. An exit also ends the processes that Assay started.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${lastMessage(error)}\n`);
    process.exit(3);
  });
  let unwritten;
  // A reader that has seen enough, such as head, closes the pipe: that is no failure of ours.
  process.stdout.on('error', ({ code }) => {
    if (code !== 'EPIPE') unwritten ??= code;
  });
  process.stderr.on('error', () => {});
  const code = await main(process.argv.slice(2), process);
  // A pipe takes what is written when its reader does: an exit before that cuts the text off.
  // The event of a failed write comes after its callback.
  process.stdout.write('', () => setImmediate(() => process.exit(exitCode())));

  function exitCode() {
    if (unwritten === undefined) return code;
    process.stderr.write(
      `The result could not be written to standard output (${unwritten}). Its exit code is ${code}.\n`,
    );
    return code === 1 || code === 130 ? code : 3;
  }
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 3;
}
