import { defineConfig } from 'vitest/config';

/** What needs a cluster of Kubernetes: `npm run test:cluster`, as root on Linux. */
export default defineConfig({
  test: {
    name: 'cluster',
    include: ['test/cluster/**/*.test.ts'],
    globalSetup: './test/cluster/harness/global-setup.ts',
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // One node has room for the pods of one run.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
