import type { Exchange } from '../../exchange/exchange.ts';
import type { Probe } from '../rule.ts';
import { repeats } from './fewer.ts';
import { relayed, type Sent } from './relayed.ts';
import { sequentially } from './sequentially.ts';
import { answerTextForms } from './text-forms.ts';

const ROUNDS = 2;
/** Concurrent requests of each form. */
const CROWD = 8;

/** Many concurrent requests for texts, each of which the upstream answers with the nonce of the request. */
export const relayedCrowd: Probe<'relay'> = {
  name: 'crowd-seen-at-both-ends',
  modest: '1 round of 2 concurrent requests of each kind, so that a rare swap is missed',
  async run(gateway) {
    const forms = answerTextForms(gateway);
    const rounds = Array.from({ length: repeats(gateway, ROUNDS, 1) }, (_, round) => round + 1);
    const sent = await sequentially(rounds, async (round) => {
      const crowd = forms.flatMap(({ name, request }) =>
        Array.from({ length: repeats(gateway, CROWD, 2) }, () => {
          const nonce = gateway.nonce();
          return { label: `${name}, round ${round}`, nonce, request: request(nonce) };
        }),
      );
      const exchanges = await gateway.together(crowd.map(({ request }) => request));
      return crowd.flatMap(({ label, nonce }, at) => paired(label, nonce, exchanges[at]));
    });
    return relayed(gateway, sent.flat());
  },
};

function paired(label: string, nonce: string, exchange: Exchange | undefined): readonly Sent[] {
  return exchange === undefined ? [] : [{ label, nonce, exchanges: [exchange] }];
}
