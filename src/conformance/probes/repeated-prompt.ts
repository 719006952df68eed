import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { accepted } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

/** The same request twice, one after the other and without a key. */
export const repeatedPrompt: Probe<'relay'> = {
  name: 'repeated-prompts-seen-at-both-ends',
  async run(gateway) {
    const sent = await Promise.all(
      textForms(gateway).map(async ({ name, request }): Promise<Sent> => {
        const nonce = gateway.nonce();
        const twice = [1, 2].map(() => accepted(request(nonce)));
        const exchanges = await sequentially(twice, (each) => gateway.send(each));
        return { label: name, nonce, exchanges };
      }),
    );
    return relayed(gateway, sent);
  },
};
