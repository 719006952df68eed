import { readFileSync } from 'node:fs';
import { absenceReason, isAbsent } from '../conformance/operations-offered.ts';
import type { Reading } from '../conformance/reading.ts';
import type { Operation } from '../contract/operations.ts';
import { UsageError } from '../words/usage-error.ts';
import { isUsersOwn, ownScenarios } from './scenarios.ts';
import type { Workload } from './workload.ts';

/** A shape of traffic that is not sent, because the target does not offer what it needs. */
export interface LeftOut {
  readonly scenario: string;
  readonly reason: string;
}

export interface OfferedWorkload {
  readonly workload: Workload;
  readonly leftOut: readonly LeftOut[];
}

/**
 * The workload without the shapes that need an operation which the target does not offer.
 * @throws UsageError when nothing is left
 */
export function offeredWorkload(workload: Workload, reading: Reading): OfferedWorkload {
  const wanted = wantedOf(workload);
  const leftOut = wanted.flatMap((scenario) => {
    const absent = operationsOf(scenario).filter((operation) => isAbsent(operation, reading));
    return absent.length === 0 ? [] : [{ scenario, reason: absenceReason(absent, reading) }];
  });
  if (leftOut.length === wanted.length) {
    throw new UsageError(
      `Target offers nothing that the workload sends: ${leftOut[0]?.reason ?? 'the mix is empty'}. Choose another scenario or mix.`,
    );
  }
  const left = new Set(leftOut.map(({ scenario }) => scenario));
  const mix = without(left, workload.mix);
  if (workload.rates === undefined) return { workload: { ...workload, mix }, leftOut };
  const rates = without(left, workload.rates);
  const arrivalsPerSecond = Object.values(rates).reduce((sum, rate) => sum + rate, 0);
  return { workload: { ...workload, mix, rates, arrivalsPerSecond }, leftOut };
}

/** Operations that a workload may send; undefined of a script of the user. */
export function operationsSent(workload: Workload): ReadonlySet<Operation> | undefined {
  if (isUsersOwn(workload.scenario)) return undefined;
  return new Set(wantedOf(workload).flatMap(operationsOf));
}

function wantedOf({ scenario, mix }: Workload): readonly string[] {
  if (scenario !== 'mixed') return [scenario];
  return Object.keys(mix).filter((name) => (mix[name] ?? 0) > 0);
}

function without(
  left: ReadonlySet<string>,
  numbers: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).filter(([name]) => !left.has(name)));
}

/** Operations by the request that its source builds; of a script of the user nothing is known. */
function operationsOf(scenario: string): readonly Operation[] {
  const path = ownScenarios().find(({ name }) => name === scenario)?.path;
  if (path === undefined) return [];
  const text = readFileSync(path, 'utf8');
  return REQUESTS.filter(([request]) => text.includes(request)).flatMap(([, names]) => names);
}

const REQUESTS: readonly (readonly [request: string, operations: readonly Operation[]])[] = [
  ['chatRequest', ['chat']],
  ['conversationRequest', ['chat']],
  ['responsesRequest', ['responses']],
  ['imagesRequest', ['images']],
  ['transcriptionRequest', ['transcription']],
  ['videoRequest', ['video-create']],
  ["'video-read'", ['video-read']],
  ["'video-cancel'", ['video-cancel']],
];
