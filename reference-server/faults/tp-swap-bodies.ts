import type { Alteration } from '../hooks.ts';
import type { Answer } from '../http/answer.ts';
import { isObject } from '../http/json.ts';

const SWAPPED = 7;

/** Concurrency is this number of echoed chats, where a swap shows, that arrive within this time. */
const CROWD = 16;
const CROWD_MS = 150;

/** If no other answer follows within this time, the held one goes to its own client. */
const PATIENCE_MS = 50;

interface Held {
  /** Gives this answer to the waiting client and returns the held answer. */
  swap(other: Answer): Answer;
}

export const tpSwapBodies: Alteration = {
  id: 'tp-swap-bodies',
  summary: 'Under concurrency, one of seven echoed chats is swapped with the next one.',
  hooks({ answer, checkChat }) {
    const askedMs: number[] = [];
    let answers = 0;
    let held: Held | undefined;
    return {
      checkChat(body) {
        if (body.model === 'ref-echo') askedMs.push(performance.now());
        if (askedMs.length > CROWD) askedMs.shift();
        return checkChat(body);
      },
      async answer(given, context) {
        const own = await answer(given, context);
        if (context.operation !== 'chat' || own.status !== 200) return own;
        if (!isObject(own.body) || own.body.model !== 'ref-echo') return own;
        if (held !== undefined) return held.swap(own);
        if (!isCrowd(askedMs)) return own;
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

function isCrowd(askedMs: readonly number[]): boolean {
  const [first] = askedMs;
  return askedMs.length === CROWD && performance.now() - (first ?? 0) < CROWD_MS;
}
