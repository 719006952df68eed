import { z } from 'zod';
import { CATALOGUE } from '../../conformance/catalogue.ts';
import { OperationOverrideSchema, parseProfile } from '../../conformance/profiles/profile-file.ts';
import {
  type ResolvedProfile,
  resolveProfile,
} from '../../conformance/profiles/resolved-profile.ts';
import { withAbsent } from '../../conformance/run/discover-operations.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { Assessment } from './assessment.ts';

/** The description of the run in `hello.about` of a recording: enough to judge it. */
const RecordedRunSchema = z.object({
  target: z.object({ kind: z.string(), address: z.string(), note: z.string().optional() }),
  /** The values of `assay.yaml` and the flags together. */
  configuration: z.record(z.string(), z.unknown()),
  /** The changes of the profile and the configuration, as a profile. */
  profile: z.object({ name: z.string(), overrides: z.array(z.unknown()) }),
  /** Operations that discovery found absent. */
  absent: z.array(OperationOverrideSchema),
  secondKey: z.boolean(),
  /** Assay was the provider behind the target; with why nothing could be seen there. */
  upstream: z
    .object({ problem: z.string().optional() })
    .transform((upstream) => defined(upstream))
    .optional(),
  /** Names of the variables whose values its headers and query carried. */
  secrets: z.array(z.string()).default([]),
  /** Assay adds the effects of idempotency keys to the recording after the run. */
  addsEffects: z.boolean(),
});

const UNRECORDED = 'The recording does not have what the upstream received.';

export type RecordedRun = z.infer<typeof RecordedRunSchema>;

/** The parts of a run that its recording describes. */
interface DescribedRun extends Pick<Assessment, 'configuration' | 'profile' | 'capabilities'> {
  readonly target: Pick<Assessment['target'], 'kind' | 'address' | 'note' | 'access'>;
}

/**
 * The description of a run in its recording. It contains no key and no value of a secret.
 * @param addsEffects see `RecordedRun`: not of a script, which is started by hand
 */
export function describeRun(
  { target, configuration, profile, capabilities }: DescribedRun,
  { addsEffects }: Pick<RecordedRun, 'addsEffects'>,
): RecordedRun {
  const { kind, address, note } = target;
  const known = new Set<unknown>(profile.overrides);
  // Headers and query may contain secrets; rules name code.
  const { headers: _, query: __, rules: ___, ...written } = configuration.written;
  return {
    target: defined({ kind, address, note }),
    configuration: written,
    profile: { name: profile.name, overrides: [...profile.overrides] },
    absent: [...profile.operations.values()].filter((override) => !known.has(override)),
    secondKey: capabilities.secondKey,
    secrets: Object.keys(target.access.secrets),
    ...defined({ upstream: capabilities.upstream }),
    addsEffects,
  };
}

/**
 * The description of its run in a recording; undefined in a recording without one.
 * @throws UsageError for a description of another version of Assay
 */
export function readRecordedRun(about: unknown, path: string): RecordedRun | undefined {
  if (about === undefined) return undefined;
  const parsed = RecordedRunSchema.safeParse(about);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Recording has no valid run description: ${path}. Record the run again with this version of Assay.`,
  );
}

/** The resolved profile of the recorded run. */
export function recordedProfile({ profile, absent }: RecordedRun, path: string): ResolvedProfile {
  const resolved = resolveProfile(
    parseProfile(profile, path),
    CATALOGUE.map(({ rule }) => rule),
  );
  return withAbsent(resolved, absent);
}

/** @param hasUpstream whether a recording has what the upstream received */
export function recordedCapabilities(
  run: RecordedRun | undefined,
  hasUpstream: boolean,
): Capabilities {
  const secondKey = run?.secondKey ?? false;
  if (run?.upstream === undefined) return { secondKey };
  return { secondKey, upstream: hasUpstream ? run.upstream : { problem: UNRECORDED } };
}
