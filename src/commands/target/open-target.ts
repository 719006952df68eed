import type { Expectations } from '../../conformance/expectations.ts';
import { type Access, acceptsAny, direct, NO_ACCESS, shownProxy } from '../../exchange/access.ts';
import { present } from '../../input/defined.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { IS_INSTALLED } from '../../input/package-files.ts';
import { UsageError } from '../../input/usage-error.ts';
import * as targetKinds from '../../target/kinds.ts';
import { readAccess, requireNoKeyHeader } from '../../target/read-access.ts';
import { requireResolved } from '../../target/read-addresses.ts';
import { accessTo } from '../../target/read-proxy.ts';
import { addressesOf, isAddress } from '../../target/remote.ts';
import type { Target, TargetKind, TargetOrder } from '../../target/target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { isPipeline } from '../terminal/output.ts';
import { knowSecretsOf } from '../terminal/secrets.ts';
import { chooseProfileOffline } from './choose-profile.ts';

/**
 * The configuration of the access to any target.
 * @param environment has the API keys and the variables of headers and query
 * @throws UsageError
 */
export async function wayTo(
  configuration: Configuration,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<Pick<TargetOrder, 'environment' | 'takesKey' | 'access' | 'referenceOptions'>> {
  const { expect } = await chooseProfileOffline(configuration);
  const access = accessOf(configuration, expect, environment);
  return { environment, takesKey: expect.keyHeader !== null, access, referenceOptions: [] };
}

/**
 * What every request carries besides the key.
 * @throws UsageError
 */
export function accessOf(
  configuration: Configuration,
  { keyHeader }: Pick<Expectations, 'keyHeader'>,
  environment: Readonly<NodeJS.ProcessEnv>,
): Access {
  const access = readAccess(configuration, environment);
  requireNoKeyHeader(access, keyHeader);
  const { traces = false, traceShare } = configuration;
  return traces === false ? access : { ...access, traceShare };
}

/** @throws UsageError, SetupError */
export async function openTarget(order: TargetOrder): Promise<Target> {
  const target = await kindOf(order.text).start(order);
  knowSecretsOf(target);
  return target;
}

/**
 * Refuses what `openTarget` would refuse, without starting or sending anything.
 * @throws UsageError
 */
export function checkTarget(text: string): void {
  kindOf(text).check?.(text);
}

/**
 * The target of the configuration, checked as by `checkTarget`.
 * @throws UsageError; in a job of a CI server also without a target, because the bundled gateway
 *   would pass there in place of a build. A checkout tests Assay itself.
 */
export function targetOf(
  { target, written }: Pick<Configuration, 'target' | 'written'>,
  { installed = IS_INSTALLED, environment = process.env } = {},
): string {
  checkTarget(target);
  if (written.target !== undefined) return target;
  if (installed && isPipeline(environment)) {
    throw new UsageError(
      'No target: give --target, or --target embedded to check the bundled gateway.',
    );
  }
  return target;
}

/**
 * The first lines of a run that does not reach its targets as usual: by a proxy, over HTTP/2, at other addresses, or
 * with any certificate.
 * @throws UsageError for addresses of a name that no target has
 */
export function routeLines(
  targets: readonly string[],
  { access = NO_ACCESS, environment }: Pick<TargetOrder, 'access' | 'environment'>,
): readonly string[] {
  requireResolved(targets.filter(isAddress), access);
  return targets.flatMap((address) => {
    const way = isAddress(address) ? accessTo(address, access, environment) : direct(access);
    const proxy = shownProxy(way);
    return present([
      proxy !== undefined && `Proxy: ${proxy} (${way.proxy?.from}), for the requests to ${address}`,
      way.http2 && `HTTP/2, for the requests to ${address}`,
      way.unixSocket !== undefined && `Socket: ${way.unixSocket}, for the requests to ${address}`,
      addressesOf(address, way) !== undefined &&
        `Addresses: ${addressesOf(address, way)}, for the requests to ${address}`,
      acceptsAny(address, way) &&
        `The certificate of ${address} is not verified (tls.insecure): anyone on the way can read the API key`,
    ]);
  });
}

/** The first line of a run where no target was named; undefined for others. */
export function defaultTargetLine({ written }: Pick<Configuration, 'written'>): string | undefined {
  return written.target === undefined
    ? 'Target: embedded, the bundled gateway (neither --target nor a configuration names one)'
    : undefined;
}

function kindOf(text: string): TargetKind {
  const kind = Object.values<TargetKind>(targetKinds).find(({ takes }) => takes(text));
  if (kind !== undefined) return kind;
  const known = Object.keys(targetKinds).filter((name) => name !== 'remote');
  throw new UsageError(
    `Unknown target: ${text}.${didYouMean(text, known)} Name an http(s) address, ${known.join(' or ')}.`,
  );
}
