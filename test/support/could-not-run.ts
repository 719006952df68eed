import type { Reporter, TestModule } from 'vitest/node';

/** Lists at the end of a run what could not run here and why: a skip is not a pass. */
export class CouldNotRun implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reasons = new Map<string, string[]>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const result = test.result();
        const reason = (result.state === 'skipped' && result.note) || 'no reason given';
        reasons.set(reason, [...(reasons.get(reason) ?? []), test.fullName]);
      }
    }
    for (const [reason, tests] of reasons) {
      const lines = [`COULD NOT RUN ${tests.length} tests: ${reason}`, ...tests.map(indented)];
      process.stdout.write(`${lines.join('\n')}\n\n`);
    }
  }
}

function indented(name: string): string {
  return `  - ${name}`;
}
