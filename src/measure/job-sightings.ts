import { isJsonObject } from '../answers/json.ts';
import { narrow } from '../answers/narrow.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** A good answer that shows how a video job stands. */
export interface JobSighting {
  readonly exchange: Exchange;
  readonly status: string;
  /** As stated, whatever its unit. */
  readonly completedAt: number | undefined;
}
/** What the exchanges of one job show of it, in their order. */
export function sightingsOf(exchanges: readonly Exchange[]): JobSighting[] {
  return exchanges.flatMap((exchange) => {
    const job = narrow('answer', exchange)?.json;
    if (!isJsonObject(job) || typeof job.status !== 'string') return [];
    const completedAt = typeof job.completed_at === 'number' ? job.completed_at : undefined;
    return [{ exchange, status: job.status, completedAt }];
  });
}
