import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { repeats } from './fewer.ts';
import { offered } from './offered.ts';
import { chatToEcho, responseToEcho, wordsToRepeat } from './to-echo.ts';

/** Enough to show a swap of one pair in a hundred answers. */
const ROUND = 40;

const IN_SEQUENCE = 8;

/** What a gateway keeps of a connection shows in the next answer on it. */
async function echoesInSequence(gateway: ProbeGateway): Promise<readonly Exchange[]> {
  const count = repeats(gateway, IN_SEQUENCE, 0);
  const requests = Array.from({ length: count }, () =>
    chatToEcho(gateway.expect, { prompt: wordsToRepeat(gateway) }),
  );
  const asked = offered(gateway, requests.flat());
  return asked.length === 0 ? [] : gateway.inOrder(asked);
}

/**
 * Many concurrent requests to the echoing model, of both kinds and both forms; then some in succession
 * on one connection.
 */
export const crowdOfEchoes: Probe<'reply'> = {
  name: 'crowd-of-echoes',
  modest:
    '4 concurrent requests instead of many, and none in succession, so that answers that are rarely swapped are missed',
  async run(gateway) {
    const { expect } = gateway;
    const gathered = [];
    for (let round = 0; round < repeats(gateway, expect.raceRounds, 1); round += 1) {
      const requests = Array.from({ length: repeats(gateway, ROUND, 4) }, (_, at) => {
        const options = { prompt: wordsToRepeat(gateway), stream: at % 4 < 2 };
        const toEcho = at % 2 === 0 ? chatToEcho : responseToEcho;
        return toEcho(expect, options);
      });
      gathered.push(...(await gateway.together(offered(gateway, requests.flat()))));
    }
    return [...gathered, ...(await echoesInSequence(gateway))];
  },
};
