import { z } from 'zod';
import { didYouMean } from '../words/nearest-name.ts';
import { UsageError } from '../words/usage-error.ts';
import { KNOBS } from './expectations.ts';
import type { Override, Profile } from './profile.ts';
import * as bundled from './profiles/index.ts';
import { isKnob } from './reading.ts';

const REASON = z.string().min(1).describe('shown in the report beside what it changes');

/** A user's own profile, in YAML. */
export const ProfileFileSchema = z.strictObject({
  name: z.string().min(1),
  summary: z.string().default('A profile of the user.'),
  extends: z.string().optional().describe('name of a bundled profile'),
  overrides: z.array(
    z.union([
      z.strictObject({ knob: z.string(), value: z.unknown(), reason: REASON }),
      z.strictObject({
        rule: z.string(),
        value: z.enum(['off', 'must', 'should', 'may']),
        reason: REASON,
      }),
      z.strictObject({
        prerequisite: z.enum([
          'ledger',
          'second-key',
          'echoing-model',
          'failure-trigger',
          'slow-answers',
        ]),
        value: z.literal('waived'),
        reason: REASON,
      }),
    ]),
  ),
});

export const PROFILES: ReadonlyMap<string, Profile> = new Map(
  Object.values<Profile>(bundled).map((profile) => [profile.name, profile]),
);

/** @throws UsageError that names the nearest profile */
export function bundledProfile(name: string): Profile {
  const profile = PROFILES.get(name);
  if (profile !== undefined) return profile;
  throw new UsageError(
    `Unknown profile: ${name}.${didYouMean(name, PROFILES.keys())} The bundled ones are ${[...PROFILES.keys()].join(', ')}; your own is a YAML file, named by its path.`,
  );
}

/**
 * @param file named in errors
 * @throws UsageError for another shape or an unknown knob
 */
export function parseProfile(content: unknown, file: string): Profile {
  const parsed = ProfileFileSchema.safeParse(content);
  if (!parsed.success) {
    throw new UsageError(`Profile is malformed: ${file}. ${z.prettifyError(parsed.error)}`);
  }
  const { name, summary, extends: base, overrides } = parsed.data;
  const inherited = base === undefined ? [] : bundledProfile(base).overrides;
  return {
    name,
    summary,
    overrides: [
      ...inherited,
      ...overrides.map((override) =>
        'knob' in override ? knobOverride(override, file) : override,
      ),
    ],
  };
}

/** The value is checked by the knob's own type when the profile is applied. */
function knobOverride(
  { knob, value, reason }: { knob: string; value: unknown; reason: string },
  file: string,
): Override {
  if (!isKnob(knob)) {
    throw new UsageError(
      `Unknown knob: ${knob} in ${file}.${didYouMean(knob, Object.keys(KNOBS))}`,
    );
  }
  return { knob, value, reason };
}
