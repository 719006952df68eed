import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { sendForms } from './send-forms.ts';
import { mediaForms, textForms } from './text-forms.ts';

/** What a provider answers when it refuses, is overloaded or fails. */
const STATUSES = [400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 504, 529];
const FEW = [400, 401, 429, 500, 503];
/** Providers send it; without it, a gateway that passes the 429 on would have none. */
const WAIT = [['retry-after', '1']] as const;

/** Requests for which the upstream returns the same failure to every attempt. */
export const failingUpstream: Probe<'relay'> = {
  name: 'failures-of-the-upstream',
  modest: '5 kinds of failure instead of 12',
  async run(gateway) {
    const ofTexts = gateway.effort === 'modest' ? FEW : STATUSES;
    const sent = await Promise.all([
      sendForms(gateway, textForms(gateway), ofTexts.map(failing)),
      sendForms(gateway, mediaForms(gateway), FEW.map(failing)),
    ]);
    return relayed(gateway, sent.flat());
  },
};

function failing(status: number) {
  const headers = status === 429 ? WAIT : [];
  return { label: `upstream ${status}`, steps: [{ name: `status ${status}`, status, headers }] };
}
