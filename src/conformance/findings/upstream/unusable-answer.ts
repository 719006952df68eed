import { isSuccess } from '../../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamFailure } from '../../../exchange/upstream/upstream-step.ts';

/** After these, the upstream has not written a whole answer in the form that was requested. */
const UNUSABLE: readonly UpstreamFailure[] = [
  'reset-before-headers',
  'silence',
  'fin-after',
  'rst-after',
  'no-done',
  'no-finish',
  'error-event',
  'malformed-json',
  'html',
  'empty',
];

/** Whether the upstream failed, on purpose: a gateway has nothing from which to make a good answer. */
export function isUnusable({ failure, answer: { status } }: UpstreamExchange): boolean {
  return (
    (status !== undefined && !isSuccess({ status })) || UNUSABLE.some((kind) => kind === failure)
  );
}
