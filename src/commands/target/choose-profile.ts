import { z } from 'zod';
import { FEATURES } from '../../conformance/expectations.ts';
import type { Override, Profile } from '../../conformance/profiles/profile.ts';
import { bundledProfile, parseProfile } from '../../conformance/profiles/profile-file.ts';
import {
  type ResolvedProfile,
  resolveProfile,
} from '../../conformance/profiles/resolved-profile.ts';
import { BILLABLE, OPERATIONS } from '../../contract/operations.ts';
import { NO_ACCESS } from '../../exchange/access.ts';
import { requestShort } from '../../exchange/http/short-request.ts';
import { accessTo } from '../../target/read-proxy.ts';
import { isAddress } from '../../target/remote.ts';
import type { Target, TargetOrder } from '../../target/target.ts';
import { type Configuration, readYaml } from '../configuration/configuration.ts';

const RECOGNITION_MS = 2000;
const LARGEST_BYTES = 4096;

/**
 * Resolves the profile for this target: the one that the user names, else the one that fits, with
 * the models of the configuration.
 * @param isReference whether it is known to be a reference gateway; found out when absent
 * @throws UsageError
 */
export async function chooseProfile(
  target: Target,
  configuration: Configuration,
  isReference?: boolean,
): Promise<ResolvedProfile> {
  const { profile: named } = configuration;
  if (named !== undefined) return resolve(await namedProfile(named), configuration);
  const isKnown =
    isReference ??
    (target.profile === 'reference' ||
      (await isFree(target.address, { access: target.access, environment: {} })));
  return resolve(bundledProfile(isKnown ? 'reference' : 'default'), configuration);
}

/**
 * The same without sending anything: an address is treated as an unknown gateway.
 * @throws UsageError
 */
export async function chooseProfileOffline(configuration: Configuration): Promise<ResolvedProfile> {
  const { profile: named, target } = configuration;
  const fitting = isAddress(target) ? 'default' : 'reference';
  const profile = named === undefined ? bundledProfile(fitting) : await namedProfile(named);
  return resolve(profile, configuration);
}

function resolve(profile: Profile, configuration: Configuration): ResolvedProfile {
  return resolveProfile(
    profile,
    configuration.catalogue.map(({ rule }) => rule),
    [
      ...modelOverrides(configuration),
      ...featureOverrides(configuration),
      ...configuration.operations,
    ],
  );
}

async function namedProfile(named: string): Promise<Profile> {
  return /[/.]/.test(named) ? parseProfile(await readYaml(named), named) : bundledProfile(named);
}

const RecognitionSchema = z.looseObject({ gateway: z.literal('assay-reference') });

/**
 * Whether calls of a target cost nothing: only those of the reference gateway, which identifies itself, also
 * when the user started it with `assay serve`. A gateway on this machine may have a paid provider.
 * @param target an address, or the name of a gateway that Assay starts
 * @throws UsageError for a proxy in the environment that cannot be used
 */
export async function isFree(
  target: string,
  { access = NO_ACCESS, environment }: Pick<TargetOrder, 'access' | 'environment'>,
): Promise<boolean> {
  if (!isAddress(target)) return true;
  const way = accessTo(target, access, environment);
  try {
    const { status, text } = await requestShort(`${target.replace(/\/+$/, '')}/healthz`, {
      access: { ...way, headers: [], query: '' },
      largestBytes: LARGEST_BYTES,
      deadlineMs: RECOGNITION_MS,
    });
    return status === 200 && RecognitionSchema.safeParse(JSON.parse(text)).success;
  } catch {
    // Other gateways may answer anything; the preflight reports what is wrong.
    return false;
  }
}

/** The setting of a profile for each key below `models`. */
const MODEL_SETTINGS = [
  ...BILLABLE.map((name) => OPERATIONS[name].model),
  { key: 'echo', setting: 'echoModel' },
  { key: 'slow', setting: 'slowModel' },
  { key: 'failing', setting: 'failingModel' },
  { key: 'failingMidStream', setting: 'failingMidStreamModel' },
  { key: 'failingVideo', setting: 'failingVideoModel' },
] as const;

function modelOverrides({ models }: Configuration): Override[] {
  return MODEL_SETTINGS.flatMap(({ key, setting }) => {
    const value = models[key];
    const reason = `Set in the configuration, models.${key}.`;
    return value === undefined ? [] : [{ setting, value, reason }];
  });
}

function featureOverrides(configuration: Configuration): Override[] {
  return FEATURES.flatMap((setting) => {
    const value = configuration[setting];
    const reason = `Set in the configuration, ${setting}.`;
    return value === undefined ? [] : [{ setting, value, reason }];
  });
}
