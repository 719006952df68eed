import type { z } from 'zod';
import type { Workload } from '../../load/workload/workload.ts';

/** Settings of the workload that have a meaning with HTTP/2 only. */
const OF_HTTP2 = ['connections', 'streamsPerConnection'] as const;

/** Refuses settings that would have no effect. */
export function checkConnections(
  { http2, workload }: { readonly http2?: boolean | undefined; readonly workload: Workload },
  context: z.RefinementCtx,
): void {
  const idle = OF_HTTP2.find((name) => workload[name] !== undefined);
  if (http2 === true || idle === undefined) return;
  const message = 'has a meaning with http2: true only; set that, or remove it';
  context.addIssue({ code: 'custom', message, path: ['workload', idle] });
}
