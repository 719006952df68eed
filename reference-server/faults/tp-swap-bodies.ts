import type { Alteration } from '../hooks.ts';
import type { Answer } from '../result.ts';

const SWAPPED = 7;

/** Without another answer within this time the held one goes to its own caller. */
const PATIENCE_MS = 50;

interface Held {
  /** Gives the held caller this answer and returns the one that was held. */
  swap(other: Answer): Answer;
}

export const tpSwapBodies: Alteration = {
  id: 'tp-swap-bodies',
  summary: 'One of seven chat completions is swapped with the next one that is answered.',
  hooks({ answer }) {
    let answers = 0;
    let held: Held | undefined;
    return {
      async answer(given, context) {
        const own = await answer(given, context);
        if (context.operation !== 'chat' || own.status !== 200) return own;
        if (held !== undefined) return held.swap(own);
        answers += 1;
        if (answers % SWAPPED !== 0) return own;
        return await new Promise((resolve) => {
          const release = (other: Answer) => {
            held = undefined;
            clearTimeout(timer);
            resolve(other);
            return own;
          };
          const timer = setTimeout(() => release(own), PATIENCE_MS);
          held = { swap: release };
        });
      },
    };
  },
};
