import { defineConfig } from 'vitest/config';
import { CouldNotRun } from './test/support/could-not-run.ts';

/**
 * Tests of whole processes load the machine or depend on its clock: on two cores they would
 * disturb each other, so their files run one at a time, after all the others.
 */
const ALONE = ['test/system/**/*.test.ts'];

/**
 * On a machine that others share, a test of the clock or of several processes gets one more look; the
 * reporter says which did. What fails twice fails.
 */
const RETRIES_ON_CI = process.env.CI === undefined ? 0 : 1;

/** Where `.ci/run` wants the result as JSON. */
const resultFile = process.env.ASSAY_TEST_RESULT;

export default defineConfig({
  test: {
    reporters: ['default', new CouldNotRun(), ...(resultFile === undefined ? [] : ['json'])],
    ...(resultFile === undefined ? {} : { outputFile: resultFile }),
    projects: [
      {
        test: {
          name: 'beside',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, 'test/deep/**'],
          testTimeout: 15_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          globalSetup: './test/support/build-engine.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          retry: RETRIES_ON_CI,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
