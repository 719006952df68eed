import type { Alteration } from '../hooks.ts';
import { Meetings } from '../state/meetings.ts';
import { alters } from './steps.ts';

/** Looks a key up and stores it in two steps: requests with the key that come between them are fresh. */
export function lateClaim(summary: string): Alteration {
  return alters(summary, ({ claim }) => {
    const meetings = new Meetings();
    return {
      async claim(retryable, steps) {
        const name = steps.nameRecord(retryable);
        if (name === undefined) return await claim(retryable, steps);
        const found = steps.lookUp(name, retryable);
        if (found !== undefined) return found;
        await meetings.join(name);
        return steps.begin(name, retryable);
      },
    };
  });
}
