import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CouldNotRun } from './test/support/could-not-run.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Tests that judge whole gateways or start processes, for seconds and more. `npm run test:quick`
 * excludes them.
 */
const LONG = [
  'test/commands/cluster/load-on-cluster.test.ts',
  'test/commands/spending/compare-spending.test.ts',
  'test/conformance/behaviours.test.ts',
  'test/conformance/clean-gateway.test.ts',
  'test/conformance/contract-mutants.test.ts',
  'test/conformance/findings/seen-ids.test.ts',
  'test/conformance/judge-mutants.test.ts',
  'test/conformance/kill-matrix.test.ts',
  'test/conformance/run/target-dies.test.ts',
  'test/conformance/sending/live-gateway.test.ts',
  'test/conformance/variants.test.ts',
  'test/entry.test.ts',
  'test/reference-server/main.test.ts',
  'test/reference-server/oddities.test.ts',
];

/** Tests of whole processes: they mostly wait, and load the machine while they do not. */
const SYSTEM = ['test/system/**/*.test.ts'];

/** Tests of timing run after all others: beside those they would measure the load of those. */
const TIMING = ['test/system/timing/**/*.test.ts'];

/**
 * For all but the tests of timing: no project waits for the slowest file of another, and tests that
 * need a core run beside those that wait.
 */
const WORKERS = availableParallelism() + 3;

/**
 * For the processes that tests start: each compiles the whole source otherwise, which needs three times
 * the processor time of the rest of its start. It is the folder that `bin/assay.js` uses.
 */
const COMPILE_ONCE = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') };

/** A package without a target ends with exit code 3 in the pipeline of a user: these tests are not that. */
const NO_PIPELINE = { CI: '' };

/** Each worker would otherwise collect garbage on every core, which costs a seventh more in all. */
const ONE_COLLECTOR = ['--single-threaded-gc'];

/**
 * Other work on the machine disturbs what a timing test measures, so it is repeated when it fails, and
 * the reporter names it. A test that fails each time fails.
 */
const MEASURED_AGAIN = 3;

/** Only a test that hangs reaches it: a busy machine makes each many times slower. */
const HANGS_MS = 900_000;

/** What a test polls for comes late on a busy machine. */
const PATIENT = { poll: { timeout: 60_000 } };

/** Where `.ci/run` wants the result as JSON. */
const resultFile = process.env.ASSAY_TEST_RESULT;

export default defineConfig({
  test: {
    reporters: ['default', new CouldNotRun(), ...(resultFile === undefined ? [] : ['json'])],
    ...(resultFile === undefined ? {} : { outputFile: resultFile }),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'beside',
          include: ['test/**/*.test.ts'],
          exclude: [...LONG, ...SYSTEM, 'test/cluster/**', 'test/deep/**'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: PATIENT,
          env: COMPILE_ONCE,
          execArgv: ONE_COLLECTOR,
          // Loading the source again for each of 400 files would take ten times as long as the tests.
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'gateways',
          include: LONG,
          env: COMPILE_ONCE,
          execArgv: ONE_COLLECTOR,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: PATIENT,
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'system',
          include: SYSTEM,
          exclude: TIMING,
          env: NO_PIPELINE,
          execArgv: ONE_COLLECTOR,
          globalSetup: './test/support/programs/build-programs.ts',
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: PATIENT,
          // The files share no state: what they test are processes.
          isolate: false,
          maxWorkers: WORKERS,
          maxConcurrency: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'timing',
          include: TIMING,
          env: NO_PIPELINE,
          setupFiles: './test/system/support/ask-for-a-core.ts',
          globalSetup: './test/support/programs/build-programs.ts',
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: PATIENT,
          isolate: false,
          // Each waits for its load most of the time, and uses a fifth of a core.
          maxWorkers: 4,
          retry: MEASURED_AGAIN,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
