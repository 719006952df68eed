#!/usr/bin/env -S node --max-semi-space-size=4
// A young generation of 4 MiB keeps a long load below 120 MiB and costs no throughput (bench/speed.ts).
// Plain JavaScript, so that a Node that cannot run TypeScript gets a sentence and not a syntax error.
import { existsSync } from 'node:fs';

const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  refuse(
    `Assay needs Node ${OLDEST_NODE} or newer: this is ${process.version}. On Linux, "npm ci" brings ` +
      'one that "npx assay" uses; elsewhere install it from nodejs.org.',
  );
} else {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  // A checkout runs from source; an installed package has the compiled source only.
  const source = new URL('../src/cli.ts', import.meta.url);
  const main = existsSync(source) ? source : new URL('../dist/src/cli.js', import.meta.url);
  const cli = await import(main).catch((error) =>
    refuse(
      `Assay could not start: ${error.message}. Install it again, in a checkout with "npm ci".`,
    ),
  );
  if (cli !== undefined) await run(cli.main);
}

async function run(main) {
  // A reader that has seen enough, such as head, closes the pipe: that is no failure of ours.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const code = await main(process.argv.slice(2), process);
  // A pipe takes what is written when its reader does: an exit before that cuts the text off.
  process.stdout.write('', () => process.exit(code));
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 3;
}
