import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { failingJob } from './failing-job.ts';
import { relayed } from './relayed.ts';
import { sendForms } from './send-forms.ts';
import { mediaForms, textForms } from './text-forms.ts';

/** Longer than common clients wait before they try again: a gateway that uses one does not wait. */
const WAIT_SECONDS = 120;

const LIMITS = [
  { status: 429, asDate: false },
  { status: 503, asDate: true },
  { status: 429, asDate: true },
  { status: 503, asDate: false },
] as const;
const FEW = LIMITS.slice(0, 2);

/** Requests that the upstream limits, and for which it says how long to wait: in seconds, or as a date. */
export const limitedUpstream: Probe<'relay'> = {
  name: 'waits-that-the-upstream-asks-for',
  modest: '2 waits instead of 4',
  async run(gateway) {
    const limits = gateway.effort === 'modest' ? FEW : LIMITS;
    const ofJob = limits.map(({ status, asDate }) => {
      const name = `${status} with ${asDate ? 'a date' : 'seconds'}`;
      return { label: name, step: { name, status, headers: headersOf(asDate) } };
    });
    const cases = ofJob.map(({ label, step }) => ({ label, steps: [step] }));
    const [texts, media, polls] = await Promise.all([
      sendForms(gateway, textForms(gateway), cases),
      sendForms(gateway, mediaForms(gateway), cases.slice(0, FEW.length)),
      failingJob(gateway, ofJob.slice(0, FEW.length)),
    ]);
    return [...(await relayed(gateway, [...texts, ...media])), ...polls];
  },
};

/** With the time of the upstream's clock, from which a wait can be read. */
function headersOf(asDate: boolean): NonNullable<UpstreamStep['headers']> {
  const nowMs = Date.now();
  const until = new Date(nowMs + WAIT_SECONDS * 1000).toUTCString();
  return [
    ['date', new Date(nowMs).toUTCString()],
    ['retry-after', asDate ? until : String(WAIT_SECONDS)],
  ];
}
