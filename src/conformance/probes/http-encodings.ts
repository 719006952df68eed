import type { ProbeRequest } from '../gateway.ts';
import { textForms } from '../requests/forms.ts';
import { accepted, billableRequest, legal } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { sendTrial } from './send-trial.ts';
import { controlAfter } from './with-control.ts';

/** Far beyond what a socket buffers, so that a refusal comes before the end of the body. */
const LARGE_BODY_CHARACTERS = 200_000;

/** A valid request alone; then a large one that is refused and a valid one, over one connection. */
export const afterRefusal: Probe<'series'> = {
  name: 'a-refusal-then-a-good-request',
  async run(gateway) {
    const { expect } = gateway;
    const padding = 'x'.repeat(LARGE_BODY_CHARACTERS);
    const good = () => billableRequest(expect, 'chat', gateway.nonce());
    const refused: readonly (readonly [label: string, request: ProbeRequest])[] = [
      ['a large body without a key', { ...good(), ...json({ padding }), credential: 'none' }],
      ['a large body without fields', { ...good(), ...json({ padding }) }],
    ];
    const plain = await gateway.control(accepted(good()));
    const series = [];
    for (const [label, request] of refused) {
      const inOrder = await gateway.inOrder([request, accepted(good())]);
      series.push({ label, exchanges: [plain, ...inOrder] });
    }
    return series;
  },
};

/** Valid requests in one body and as streams, in sequence over one connection. */
export const answersInSequence: Probe<'series'> = {
  name: 'answers-one-after-the-other',
  modest: '3 requests over one connection instead of 4',
  async run(gateway) {
    const forms = fewer(gateway, textForms(gateway), 3);
    const sent = forms.map(({ request }) => accepted(request(gateway.nonce())));
    return [{ label: 'one connection', exchanges: await gateway.inOrder(sent) }];
  },
};

/** A valid chat in other legal forms of HTTP/1.1, each with a plain one as a control. */
export const requestForms: Probe<'series'> = {
  name: 'forms-of-a-request',
  async run(gateway) {
    const good = () => legal(billableRequest(gateway.expect, 'chat', gateway.nonce()));
    const plain = await gateway.control(accepted(good()));
    const chunked = await sendTrial(gateway, inChunks(good()));
    const expecting = { ...good(), headers: { expect: '100-continue' } };
    const capitals: ProbeRequest = { ...good(), capitals: true };
    const trial = async (label: string, request: ProbeRequest) => {
      const sent = await gateway.together([request]);
      const again = await controlAfter(gateway, good(), sent[0], request);
      return { label, exchanges: [plain, ...sent, ...again] };
    };
    return [
      await trial('header names in capitals', capitals),
      { label: 'a chunked body', exchanges: [plain, chunked] },
      await trial('Expect: 100-continue', expecting),
    ];
  },
};

function json(content: unknown): Pick<ProbeRequest, 'body'> {
  return { body: { json: content } };
}

function inChunks(request: ProbeRequest): ProbeRequest {
  const content = request.body && 'json' in request.body ? request.body.json : {};
  return { ...request, body: { json: content, chunked: true } };
}
