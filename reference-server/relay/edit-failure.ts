import type { Refusal } from '../http/refusal.ts';
import { type FailureReason, ProviderFailure, refusalOf } from './provider/provider-failure.ts';
import type { RelaySteps } from './relay-steps.ts';

type JobStep = RelaySteps['readRelayedJob' | 'cancelRelayedJob'];

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

/** The step `readRelayedJob` or `cancelRelayedJob` with other refusals. */
export function editJobFailure(
  step: JobStep,
  edit: (refusal: Refusal, reason: FailureReason) => Refusal,
): JobStep {
  return async (job, ask) => {
    try {
      return await step(job, ask);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const refusal = refusalOf(error);
      const edited = edit(refusal, error.reason);
      // A failure that is as before is left to other edits.
      throw edited === refusal ? error : edited;
    }
  };
}
