import type { Alteration } from '../hooks.ts';
import type { Answer } from '../http/answer.ts';
import { isObject } from '../http/json.ts';

const SWAPPED = 7;

/** Concurrency is at least this number of requests in flight. */
const CROWD = 12;

interface Held {
  /** Gives this answer to the waiting client and returns the held answer. */
  swap(other: Answer): Answer;
  /** Gives the waiting client its own answer. */
  release(): void;
}

export const tpSwapBodies: Alteration = {
  id: 'tp-swap-bodies',
  summary: 'Under concurrency, one of seven echoed chats is swapped with the next one.',
  hooks({ answer, greet }) {
    let inFlight = 0;
    let answers = 0;
    let held: Held | undefined;
    return {
      greet(response) {
        inFlight += 1;
        response.once('close', () => {
          inFlight -= 1;
          // No other answer can come.
          if (inFlight <= 1) held?.release();
        });
        greet(response);
      },
      async answer(given, context) {
        const own = await answer(given, context);
        if (context.operation !== 'chat' || own.status !== 200) return own;
        if (!isObject(own.body) || own.body.model !== 'ref-echo') return own;
        if (held !== undefined) return held.swap(own);
        if (inFlight < CROWD) return own;
        answers += 1;
        if (answers % SWAPPED !== 0) return own;
        return await new Promise((resolve) => {
          const settle = (other: Answer) => {
            held = undefined;
            resolve(other);
            return own;
          };
          held = { swap: settle, release: () => settle(own) };
        });
      },
    };
  },
};
