import { beforeEach } from 'vitest';

/** Measures once for the tests of a group, and again for a test that is repeated because it failed. */
export function measuresAgain(measure: () => Promise<void>): void {
  let isMeasured = false;
  beforeEach(async ({ task }) => {
    if (isMeasured && (task.result?.retryCount ?? 0) === 0) return;
    await measure();
    isMeasured = true;
  });
}
