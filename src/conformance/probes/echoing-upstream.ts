import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { sendForms } from './send-forms.ts';
import { allForms, textForms } from './text-forms.ts';

const ERRORS: readonly UpstreamStep[] = [400, 401, 500].map((status) => ({
  name: `status ${status} with the key`,
  status,
}));
const EVENT: UpstreamStep = {
  name: 'error event with the key',
  fail: { kind: 'error-event', afterTokens: 2 },
};

/** Requests that the upstream refuses, with the key of the gateway in the message and in a header. */
export const echoingUpstream: Probe<'relay'> = {
  name: 'upstream-that-repeats-the-key',
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all([
      sendForms(gateway, allForms(gateway), ERRORS.map(echoing)),
      sendForms(gateway, streams, [echoing(EVENT)]),
    ]);
    return relayed(gateway, sent.flat());
  },
};

function echoing(step: UpstreamStep) {
  return { label: `${step.name}`, steps: [{ ...step, echoKey: true }] };
}
