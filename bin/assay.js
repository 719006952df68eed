#!/usr/bin/env -S node --max-semi-space-size=4
// A young generation of 4 MiB keeps a long load below 120 MiB and costs no throughput (bench/speed.ts).
// Plain JavaScript, so that a Node that cannot run TypeScript gets a sentence and not a syntax error.
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  refuse(
    `Assay needs Node ${OLDEST_NODE} or newer: this is ${process.version}. On Linux, "npm ci" brings ` +
      'one that "npx assay" uses; elsewhere install it from nodejs.org.',
  );
} else {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import('../src/cli.ts').catch((error) =>
    refuse(`Assay could not start: ${error.message}. Has "npm ci" run to its end?`),
  );
}

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 3;
}
