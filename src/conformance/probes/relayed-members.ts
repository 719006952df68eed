import type { ProbeGateway } from '../gateway.ts';
import { DIALOGS } from '../requests/dialogs.ts';
import type { Difference } from '../requests/difference.ts';
import { allForms, type RequestForm } from '../requests/forms.ts';
import { parameterDifferences } from '../requests/parameters.ts';
import { legal, withPrompt } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { sequentially } from './sequentially.ts';

/**
 * Each form with each parameter, with all of them, and with one that no gateway knows; and chats with
 * messages of every role, some without a text, and with many.
 */
export const relayedMembers: Probe<'relay'> = {
  name: 'members-seen-at-both-ends',
  async run(gateway) {
    const sent = await Promise.all(
      allForms(gateway).map((form) =>
        sequentially(differencesOf(gateway, form), (difference) =>
          sendOne(gateway, form, difference),
        ),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};

function differencesOf({ expect }: ProbeGateway, form: RequestForm): readonly Difference[] {
  return [...parameterDifferences(expect, form), ...(form.name === 'chat' ? DIALOGS : [])];
}

async function sendOne(
  gateway: ProbeGateway,
  form: RequestForm,
  { name, of }: Difference,
): Promise<Sent> {
  const nonce = gateway.nonce();
  const plain = withPrompt(form.request(nonce), `Answer in JSON with one word about ${nonce}.`);
  const label = `${form.name}, ${name}`;
  return { label, nonce, exchanges: [await gateway.send(legal(of(plain)))] };
}
