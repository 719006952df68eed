import type { Alteration } from '../hooks.ts';
import type { Answer } from '../http/answer.ts';
import { isObject } from '../http/json.ts';

const SWAPPED = 7;

/** A crowd is this number of chats of the echo, where a swap shows, that arrive within this time. */
const CROWD = 16;
const CROWD_MS = 150;

/** Without another answer within this time the held one goes to its own caller. */
const PATIENCE_MS = 50;

interface Held {
  /** Gives the held caller this answer and returns the one that was held. */
  swap(other: Answer): Answer;
}

export const tpSwapBodies: Alteration = {
  id: 'tp-swap-bodies',
  summary: 'In a crowd, one of seven echoes of a chat is swapped with the next one.',
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
