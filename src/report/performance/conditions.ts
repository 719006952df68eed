import { formatRequestRate } from '../phrases/number-format.ts';
import type { LoadConditions, MeasuredLoad, MeasuredSubject } from './measured-subject.ts';

/** Target rates of a closed model or a trace are measured, and vary a little. */
const SAME_RATE = 0.02;

interface ConditionsNotes {
  /** For each subject after the first, why its load cannot be compared. */
  readonly doubts: readonly (string | undefined)[];
  readonly notes: readonly string[];
}

/** Whether what was measured was measured alike. */
export function conditionsNotes(
  subjects: readonly MeasuredSubject[],
  paired: boolean,
): ConditionsNotes {
  const [first, ...others] = subjects;
  const doubts = others.map((other) => doubtOf(first, other));
  const isLoaded = subjects.some(({ load }) => load !== undefined);
  const hasOverhead = subjects.some(({ overhead }) => overhead !== undefined);
  const repeats =
    'Each side is one run: what changed on the machine or the network between the runs counts as a change of the build. To exclude it, load both in turn with --load.';
  const again =
    'Each overhead is from one run, in which requests with the gateway and without it alternate. On a machine that was busier in one of the runs, its overhead is larger.';
  const found = doubts.flatMap((doubt, at) => {
    const label = others[at]?.label ?? '';
    return doubt === undefined ? [] : [`Loads of ${label} cannot be compared: ${doubt}.`];
  });
  return {
    doubts,
    notes: [...found, ...(isLoaded && !paired ? [repeats] : []), ...(hasOverhead ? [again] : [])],
  };
}

function doubtOf(first: MeasuredSubject | undefined, other: MeasuredSubject): string | undefined {
  if (first?.load === undefined || other.load === undefined) return undefined;
  return (
    difference(first.load.conditions, other.load.conditions) ??
    own(first.label, first.load) ??
    own(other.label, other.load)
  );
}

function own(label: string, { doubt }: MeasuredLoad): string | undefined {
  return doubt === undefined ? undefined : `${label}: ${doubt}`;
}

function difference(one: LoadConditions, other: LoadConditions): string | undefined {
  if (one.scenario !== other.scenario)
    return `the scenarios differ: ${one.scenario} and ${other.scenario}`;
  if (one.model !== other.model) return `the models differ: ${one.model} and ${other.model}`;
  const isSameRate =
    Math.abs(one.arrivalRate - other.arrivalRate) <= SAME_RATE * one.arrivalRate ||
    one.model === 'closed';
  if (isSameRate) return undefined;
  const rates = [one, other].map(({ arrivalRate }) => formatRequestRate(arrivalRate));
  return `the target rates differ: ${rates.join(' and ')}`;
}
