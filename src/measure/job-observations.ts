import { isJsonObject } from '../answers/json.ts';
import { narrow } from '../answers/narrow.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** A successful answer that shows the status of a video job. */
export interface JobObservation {
  readonly exchange: Exchange;
  readonly status: string;
  /** As stated, whatever its unit. */
  readonly completedAt: number | undefined;
}

/** The observations of one job, in the order of its exchanges. */
export function jobObservations(exchanges: readonly Exchange[]): JobObservation[] {
  return exchanges.flatMap((exchange) => {
    const job = narrow('answer', exchange)?.json;
    if (!isJsonObject(job) || typeof job.status !== 'string') return [];
    const completedAt = typeof job.completed_at === 'number' ? job.completed_at : undefined;
    return [{ exchange, status: job.status, completedAt }];
  });
}
