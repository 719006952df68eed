/** `@assay/cli/vitest`: importing it adds `toConform` to `expect` of vitest. */
import { expect } from 'vitest';
import type { RunReport } from '../report/schema/run-report.ts';
import { type ConformanceScope, conformanceVerdict } from './conformance-verdict.ts';

export type { ConformanceScope } from './conformance-verdict.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Every required rule of the report passed, or every one of these areas or ids. */
    toConform(scope?: ConformanceScope): R;
  }
}

expect.extend({
  toConform(report: RunReport, scope?: ConformanceScope) {
    const { conforms, message } = conformanceVerdict(report, scope);
    return { pass: conforms, message: () => message };
  },
});
