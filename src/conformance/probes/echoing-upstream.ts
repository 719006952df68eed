import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { relayed, sendScripted } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

const ERRORS: readonly UpstreamStep[] = [400, 401, 500].map((status) => ({
  name: `status ${status} with the key`,
  status,
}));
const EVENT: UpstreamStep = {
  name: 'error event with the key',
  fail: { kind: 'error-event', afterTokens: 2 },
};

/** Texts that the upstream refuses, with the key of the gateway in the message and in a header. */
export const echoingUpstream: Probe<'relay'> = {
  name: 'upstream-that-repeats-the-key',
  async run(gateway) {
    const sent = await Promise.all(
      textForms(gateway).map((form) =>
        sequentially(form.stream ? [...ERRORS, EVENT] : ERRORS, (step) =>
          sendScripted(gateway, `${form.name}, ${step.name}`, { ...step, echoKey: true }, (nonce) =>
            sentOnce(form.request(nonce)),
          ),
        ),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};
