import type { Alteration } from '../hooks.ts';
import type { Answer } from '../http/answer.ts';
import { isObject } from '../http/json.ts';
import { Swap } from '../state/swap.ts';

const SWAPPED = 3;

/** Concurrency is at least this number of requests in flight. */
const CROWD = 3;

export const tpSwapBodies: Alteration = {
  id: 'tp-swap-bodies',
  summary: 'Under concurrency, one of three echoed chats is swapped with the next one.',
  hooks({ answer, greet }) {
    const swap = new Swap<Answer>();
    let inFlight = 0;
    let answers = 0;
    return {
      greet(response) {
        inFlight += 1;
        response.once('close', () => {
          inFlight -= 1;
          // No other answer can come.
          if (inFlight <= 1) swap.release();
        });
        greet(response);
      },
      async answer(given, context) {
        const own = await answer(given, context);
        if (context.operation !== 'chat' || own.status !== 200) return own;
        if (!isObject(own.body) || own.body.model !== 'ref-echo') return own;
        if (swap.isHolding) return swap.exchange(own);
        if (inFlight < CROWD) return own;
        answers += 1;
        return answers % SWAPPED === 0 ? await swap.hold(own) : own;
      },
    };
  },
};
