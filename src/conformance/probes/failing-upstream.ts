import type { Probe } from '../rule.ts';
import { failingJob, type JobCase } from './failing-job.ts';
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
    const [sent, ofJob] = await Promise.all([
      sendForms(gateway, allForms(gateway), cases),
      failingJob(gateway, statuses.filter(isOfProvider).map(jobCase)),
    ]);
    return [...(await relayed(gateway, sent)), ...ofJob];
  },
};

/** Whether it says nothing of the job, which a gateway may know better. */
function isOfProvider(status: number): boolean {
  return [401, 403, 429].includes(status) || status >= 500;
}

function failing(status: number) {
  const { label, step } = jobCase(status);
  return { label, steps: [step] };
}

function jobCase(status: number): JobCase {
  const headers = status === 429 ? WAIT : [];
  return { label: `upstream ${status}`, step: { name: `status ${status}`, status, headers } };
}
