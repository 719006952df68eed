import { defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:deep`. `npm test` tries a sample of it. */
export default defineConfig({
  test: {
    name: 'deep',
    include: ['test/deep/**/*.test.ts'],
    globalSetup: './test/support/programs/build-programs.ts',
    testTimeout: 60_000,
    maxWorkers: 1,
    maxConcurrency: 2,
    // As in `vitest.config.ts`.
    env: { CI: '' },
  },
});
