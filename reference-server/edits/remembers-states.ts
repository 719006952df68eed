import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import type { RelayedJob } from '../relay/relay-steps.ts';
import { alters } from './steps.ts';

interface Known {
  readonly state: JsonObject;
  readonly sinceMs: number;
}

interface Memory {
  readonly freshMs: number;
  /** A cancel ends it; otherwise only the time does. */
  readonly untilCancelled: boolean;
}

/** The state of a video job at the provider is read again only when the known one is this old. */
export function remembersStates(summary: string, { freshMs, untilCancelled }: Memory): Alteration {
  return alters(summary, ({ readRelayedJob, cancelRelayedJob }) => {
    const states = new WeakMap<RelayedJob, Known>();
    return {
      async readRelayedJob(job, ask) {
        const known = states.get(job);
        if (known !== undefined && performance.now() - known.sinceMs < freshMs) return known.state;
        const state = await readRelayedJob(job, ask);
        states.set(job, { state, sinceMs: performance.now() });
        return state;
      },
      async cancelRelayedJob(job, ask) {
        if (untilCancelled) states.delete(job);
        return await cancelRelayedJob(job, ask);
      },
    };
  });
}
