import type { UpstreamFailure, UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { afterPlain } from './after-plain.ts';
import { failingJob } from './failing-job.ts';
import { relayed, type Sent, sendScripted } from './relayed.ts';
import { accepted, sentOnce } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { allForms, type RequestForm, type TextForm, textForms } from './text-forms.ts';

/** Characters of two, three and four bytes. */
const PIECES = ['é ', '你好 ', '🙂 ', 'Ωμέγα ', '👩‍👩‍👧 ', 'end'];
/** Answers that are not of the interface: malformed JSON, a page, an empty body. */
export const BAD_ANSWERS: readonly UpstreamFailure[] = ['malformed-json', 'html', 'empty'];

/** Answers that the upstream encodes. */
export const encodedUpstream: Probe<'relay'> = {
  name: 'encoded-answers-of-the-upstream',
  async run(gateway) {
    const sent = await eachForm(gateway, (form) =>
      afterPlain(gateway, `${form.name}, plain`, requestOf(form, true), async () => [
        await sendOne(gateway, form, { pieces: PIECES, fail: { kind: 'gzip' } }, true),
      ]),
    );
    return relayed(gateway, sent);
  },
};

/** `BAD_ANSWERS` in each form, and for reads and cancels of a job. */
export const badUpstream: Probe<'relay'> = {
  name: 'bad-answers-of-the-upstream',
  async run(gateway) {
    const sent = await Promise.all(
      allForms(gateway).map((form) =>
        sequentially(BAD_ANSWERS, (kind) => sendOne(gateway, form, { fail: { kind } })),
      ),
    );
    const cases = BAD_ANSWERS.map((kind) => ({
      label: kind,
      step: { name: kind, fail: { kind } },
    }));
    return [...(await relayed(gateway, sent.flat())), ...(await failingJob(gateway, cases))];
  },
};

/** Streams in which the upstream reports an error: first of all, and after 5 tokens. */
export const errorsUpstream: Probe<'relay'> = {
  name: 'error-events-of-the-upstream',
  async run(gateway) {
    const sent = await eachForm(gateway, (form) =>
      sequentially(form.stream ? [0, 5] : [], (afterTokens) =>
        sendOne(gateway, form, { fail: { kind: 'error-event', afterTokens } }),
      ),
    );
    return relayed(gateway, sent);
  },
};

async function eachForm(
  gateway: ProbeGateway,
  send: (form: TextForm) => Promise<readonly Sent[]>,
): Promise<readonly Sent[]> {
  return (await Promise.all(textForms(gateway).map(send))).flat();
}

function sendOne(
  gateway: ProbeGateway,
  form: RequestForm,
  step: UpstreamStep,
  isLegal = false,
): Promise<Sent> {
  const kind = step.fail?.kind ?? 'plain';
  const label = `${form.name}, ${kind}`;
  return sendScripted(gateway, label, { ...step, name: kind }, requestOf(form, isLegal));
}

function requestOf({ request }: RequestForm, isLegal: boolean): (nonce: string) => ProbeRequest {
  return (nonce) => sentOnce(isLegal ? accepted(request(nonce)) : request(nonce));
}
