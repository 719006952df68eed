import { OPERATION_NAMES, type Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';

/** Operations on a job, which cannot be read or cancelled where none can be created. */
const NEEDS_A_JOB: ReadonlySet<Operation> = new Set(['video-read', 'video-cancel']);

export function isAbsent(operation: Operation | 'other', profile: ResolvedProfile): boolean {
  return absenceOf(operation, profile) !== undefined;
}

export function absentOperations(profile: ResolvedProfile): readonly Operation[] {
  return OPERATION_NAMES.filter((operation) => isAbsent(operation, profile));
}

/** Why the target does not offer an operation; undefined when it does, or may. */
export function absenceOf(
  operation: Operation | 'other',
  profile: ResolvedProfile,
): string | undefined {
  if (operation === 'other') return undefined;
  const own = profile.operations.get(operation);
  if (own?.value === 'absent') return own.reason;
  const create = profile.operations.get('video-create');
  return NEEDS_A_JOB.has(operation) && create?.value === 'absent'
    ? `there is no video job without video-create: ${create.reason}`
    : undefined;
}

/** Why these operations were not judged, as a reason in a report. */
export function absenceReason(operations: readonly Operation[], profile: ResolvedProfile): string {
  return [...new Set(operations)]
    .flatMap((operation) => {
      const reason = absenceOf(operation, profile);
      return reason === undefined ? [] : [`${operation} is not offered: ${reason}`];
    })
    .join('; ');
}

/** A series with an absent operation proves nothing: its 404s are not answers of that operation. */
export function isOfAbsent(piece: Exchange | Series, profile: ResolvedProfile): boolean {
  return exchangesOf(piece).some(({ operation }) => isAbsent(operation, profile));
}

/** The operations that requests were sent to. */
export function operationsOf(gathered: readonly (Exchange | Series)[]): readonly Operation[] {
  const names = new Set(gathered.flatMap(exchangesOf).map(({ operation }) => operation));
  return [...names].filter((name) => name !== 'other');
}

export function exchangesOf(piece: Exchange | Series): readonly Exchange[] {
  return 'exchanges' in piece ? piece.exchanges : [piece];
}
