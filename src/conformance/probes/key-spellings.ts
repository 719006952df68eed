import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { offered } from './offered.ts';
import { accepted, chatRequest, legal, responsesRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

const LONGEST = 255;

const ONE_OPERATION = 'only for chats, or for responses where the target has no chats';

/** Visible ASCII that is neither a letter nor a digit. */
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** A request with a key of 255 characters, then with keys that differ slightly from it. */
export const keysAlike: Probe<'series'> = {
  name: 'idempotency-keys-that-are-almost-equal',
  modest: ONE_OPERATION,
  run(gateway) {
    return underEach(gateway, async (request) => {
      // A gateway that joins the parts of its own key with a colon may split it there again.
      const key = sized(`${freshKey()}:`);
      const others = {
        'another last character': `${key.slice(0, -1)}~`,
        'other case': flipped(key),
        'other punctuation': key.replaceAll('-', '_'),
      };
      const first = await gateway.send(keyed(legal(request), key));
      await gateway.sleep(gateway.expect.replayLagMs);
      return sequentially(Object.entries(others), async ([difference, other]) => ({
        label: `${request.operation}, a key with ${difference}`,
        exchanges: [first, await gateway.send(keyed(legal(request), other))],
      }));
    });
  },
};

/** A request with an ordinary key, then one with a key of all punctuation, and its retry. */
export const punctuatedKeys: Probe<'series'> = {
  name: 'idempotency-keys-of-punctuation',
  modest: ONE_OPERATION,
  run(gateway) {
    return underEach(gateway, async (request) => {
      const key = `${freshKey()}${PUNCTUATION}`;
      const plain = await gateway.send(keyed(request, freshKey()));
      const first = await gateway.send(legal(keyed(request, key)));
      await gateway.sleep(gateway.expect.replayLagMs);
      const again = await gateway.send(legal(keyed(request, key, 2)));
      return [{ label: request.operation, exchanges: [plain, first, again] }];
    });
  },
};

/**
 * One request of each operation whose answers have an id: it distinguishes equal answers. Each needs
 * keys of its own, because a gateway may refuse a key that another operation has used.
 */
async function underEach(
  gateway: ProbeGateway,
  gather: (request: ProbeRequest) => Promise<readonly Series[]>,
): Promise<readonly Series[]> {
  const prompt = `Say one short sentence about ${gateway.nonce()}.`;
  const requests = [
    chatRequest(gateway.expect, { prompt }),
    responsesRequest(gateway.expect, { prompt }),
  ];
  const ofEach = fewer(gateway, offered(gateway, requests), 1).map((request) =>
    gather(accepted(request)),
  );
  return (await Promise.all(ofEach)).flat();
}

function sized(key: string): string {
  return key.padEnd(LONGEST, key);
}

function flipped(key: string): string {
  return key.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}
