import { z } from 'zod';
import { CATALOGUE } from '../../conformance/catalogue.ts';
import { OperationOverrideSchema, parseProfile } from '../../conformance/profiles/profile-file.ts';
import {
  type ResolvedProfile,
  resolveProfile,
} from '../../conformance/profiles/resolved-profile.ts';
import { withAbsent } from '../../conformance/run/discover-operations.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { Assessment } from './assessment.ts';

/** What a recording says of its run in `hello.about`: enough to judge it without anything else. */
const RecordedRunSchema = z.object({
  target: z.object({ kind: z.string(), address: z.string(), note: z.string().optional() }),
  /** As `assay.yaml` and the flags said it together. */
  configuration: z.record(z.string(), z.unknown()),
  /** What the profile and the configuration changed, as a profile of its own. */
  profile: z.object({ name: z.string(), overrides: z.array(z.unknown()) }),
  /** Operations that asking showed to be absent. */
  absent: z.array(OperationOverrideSchema),
  secondKey: z.boolean(),
});

export type RecordedRun = z.infer<typeof RecordedRunSchema>;

/** Of a run, what its recording tells. */
interface Told extends Pick<Assessment, 'configuration' | 'profile' | 'capabilities'> {
  readonly target: Pick<Assessment['target'], 'kind' | 'address' | 'note'>;
}

/** What the recording of a run is to say of it. No key is in it. */
export function describeRun({ target, configuration, profile, capabilities }: Told): RecordedRun {
  const { kind, address, note } = target;
  const known = new Set<unknown>(profile.overrides);
  // They say how the target was reached, and may hold secrets.
  const { headers: _, query: __, ...written } = configuration.written;
  return {
    target: { kind, address, ...(note !== undefined && { note }) },
    configuration: written,
    profile: { name: profile.name, overrides: [...profile.overrides] },
    absent: [...profile.operations.values()].filter((override) => !known.has(override)),
    secondKey: capabilities.secondKey,
  };
}

/**
 * What a recording says of its run; undefined when it says nothing, as one made by hand.
 * @throws UsageError when another version of Assay said it in another way
 */
export function readRecordedRun(about: unknown, path: string): RecordedRun | undefined {
  if (about === undefined) return undefined;
  const parsed = RecordedRunSchema.safeParse(about);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Recording does not say what run it is of: ${path}. Does it belong to this version of Assay?`,
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

export function recordedCapabilities(run: RecordedRun | undefined): Capabilities {
  return { secondKey: run?.secondKey ?? false };
}
