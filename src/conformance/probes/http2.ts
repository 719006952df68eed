import { modelFor } from '../../contract/models-by-operation.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { BROKEN_BODIES } from '../requests/bodies.ts';
import { textForms } from '../requests/forms.ts';
import { accepted, billableRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { sequentially } from './trials.ts';

/**
 * A valid stream alone; then one on a connection with a request that fails, or that its client cancels. Labelled by
 * that request, which is the last.
 */
export const besideFailures: Probe<'series'> = {
  name: 'streams-beside-failures',
  async run(gateway) {
    const form = textForms(gateway).find(({ stream }) => stream);
    if (form === undefined) return [];
    const good = () => form.request(gateway.nonce());
    const alone = await gateway.control(accepted(good()));
    return sequentially(troubles(gateway, good), async ([label, trouble]) => ({
      label,
      exchanges: [alone, ...(await gateway.together([accepted(good()), trouble]))],
    }));
  },
};

function troubles(
  gateway: ProbeGateway,
  good: () => ProbeRequest,
): readonly (readonly [label: string, request: ProbeRequest])[] {
  const [broken] = BROKEN_BODIES;
  const model = modelFor(gateway.expect.failingModel, 'chat');
  const failing = textForms(gateway).find(({ operation }) => operation === 'chat');
  return [
    ['a stream that its client cancels', { ...accepted(good()), disconnectAfterEvents: 1 }],
    ...(broken === undefined ? [] : [[broken.name, broken.of(good())] as const]),
    ...(model === null || failing === undefined
      ? []
      : [['a model that fails', failing.request(gateway.nonce(), model)] as const]),
  ];
}

const LONG = { 'x-assay-padding': 'x'.repeat(32_000) };

/** A valid request, one with a header of 32 kB, and another valid one, over one connection. */
export const afterLongHeader: Probe<'series'> = {
  name: 'a-long-header-then-a-good-request',
  async run(gateway) {
    const good = () => accepted(billableRequest(gateway.expect, 'chat', gateway.nonce()));
    const long = { ...good(), headers: LONG, expected: undefined, mayBeCharged: true } as const;
    return [
      { label: 'a header of 32 kB', exchanges: await gateway.inOrder([good(), long, good()]) },
    ];
  },
};
