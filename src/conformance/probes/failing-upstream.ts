import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { sendForms } from './send-forms.ts';
import { allForms } from './text-forms.ts';

/** What a provider answers when it refuses, is overloaded or fails. */
const STATUSES = [400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 504, 529];
const FEW = [400, 401, 429, 500, 503];
/** Providers send it; without it, a gateway that passes the 429 on would have none. */
const WAIT = [['retry-after', '1']] as const;
const RESETTING = {
  label: 'upstream reset',
  steps: [{ name: 'reset', fail: { kind: 'reset-before-headers' as const } }],
};

/** Requests for which the upstream returns the same failure to every attempt. */
export const failingUpstream: Probe<'relay'> = {
  name: 'failures-of-the-upstream',
  modest: '5 kinds of failure instead of 13',
  async run(gateway) {
    const [statuses, resets] = gateway.effort === 'modest' ? [FEW, []] : [STATUSES, [RESETTING]];
    const cases = [...statuses.map(failing), ...resets];
    return relayed(gateway, await sendForms(gateway, allForms(gateway), cases));
  },
};

function failing(status: number) {
  const headers = status === 429 ? WAIT : [];
  return { label: `upstream ${status}`, steps: [{ name: `status ${status}`, status, headers }] };
}
