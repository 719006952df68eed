import { z } from 'zod';
import { didYouMean } from '../../input/did-you-mean.ts';
import { firstProblem } from '../../input/schema-problem.ts';
import { UsageError } from '../../input/usage-error.ts';
import { SETTINGS } from '../expectations.ts';
import * as bundled from './bundled.ts';
import { type Override, OverrideSchema, type Profile } from './profile.ts';
import { isSettingName } from './resolved-profile.ts';

/** A user's own profile, in YAML. */
export const ProfileFileSchema = z.strictObject({
  name: z.string().min(1),
  summary: z.string().default('A profile of the user.'),
  extends: z.string().optional().describe('name of a bundled profile'),
  overrides: z.array(OverrideSchema),
});

export const PROFILES: ReadonlyMap<string, Profile> = new Map(
  Object.values<Profile>(bundled).map((profile) => [profile.name, profile]),
);

/** @throws UsageError that names the nearest profile */
export function bundledProfile(name: string): Profile {
  const profile = PROFILES.get(name);
  if (profile !== undefined) return profile;
  throw new UsageError(
    `Unknown profile: ${name}.${didYouMean(name, PROFILES.keys())} Bundled: ${[...PROFILES.keys()].join(', ')}. For a custom profile, give the path of a YAML file.`,
  );
}

/**
 * @param file named in errors
 * @throws UsageError for another shape or an unknown setting
 */
export function parseProfile(content: unknown, file: string): Profile {
  const parsed = ProfileFileSchema.safeParse(content);
  if (!parsed.success) {
    throw new UsageError(
      `Profile is malformed: ${file}. ${firstProblem(ProfileFileSchema, parsed.error, content)}`,
    );
  }
  const { name, summary, extends: base, overrides } = parsed.data;
  const inherited = base === undefined ? [] : bundledProfile(base).overrides;
  return {
    name,
    summary,
    overrides: [
      ...inherited,
      ...overrides.map((override) =>
        'setting' in override ? settingOverride(override, file) : override,
      ),
    ],
  };
}

/** The value is checked against the type of the setting when the profile is applied. */
function settingOverride(
  { setting, value, reason }: { setting: string; value: unknown; reason: string },
  file: string,
): Override {
  if (!isSettingName(setting)) {
    throw new UsageError(
      `Unknown setting: ${setting} in ${file}.${didYouMean(setting, Object.keys(SETTINGS))}`,
    );
  }
  return { setting, value, reason };
}
