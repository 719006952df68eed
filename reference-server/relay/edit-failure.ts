import type { Refusal } from '../http/refusal.ts';
import type { FailureReason, ProviderFailure } from './provider/provider-failure.ts';

/** The step `presentFailure` with other refusals. */
export function editFailure(
  present: (failure: ProviderFailure) => Refusal | Promise<Refusal>,
  edit: (refusal: Refusal, reason: FailureReason) => Refusal,
): (failure: ProviderFailure) => Promise<Refusal> {
  return async (failure) => edit(await present(failure), failure.reason);
}

/** The status with which the provider refused; 0 for every other reason. */
export function refusedStatus(reason: FailureReason): number {
  return reason.kind === 'refused' ? reason.status : 0;
}
