import { runSecrets } from '../../exchange/redaction/redact.ts';
import { UsageError } from '../../input/usage-error.ts';
import { freshKeys, type Keys, NO_KEYS, readKeys } from '../../target/keys.ts';
import type { TargetOrder } from '../../target/target.ts';
import {
  facesOthers,
  listenText,
  parseListenAddress,
} from '../../target/upstream/listen-address.ts';
import { Upstream, type UpstreamClock } from '../../target/upstream/upstream.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { checkTarget } from './open-target.ts';

/** How the target is reached, and what it needs to use the upstream. */
type Way = Pick<TargetOrder, 'environment' | 'takesKey' | 'access' | 'referenceOptions'> & {
  readonly keys?: Required<Keys>;
};

/** The upstream of a run, and how the target behind which it stands is opened. */
export interface OpenUpstream {
  readonly upstream: Upstream;
  readonly way: Way;
}

/**
 * Starts the provider behind the target, if the configuration has one. An embedded gateway is configured to
 * use it; any other one must be configured to.
 * @param engine path of the engine's binary
 * @throws UsageError, SetupError
 */
export async function openUpstream(
  { upstream: listen, target }: Pick<Configuration, 'upstream' | 'target'>,
  way: Way,
  engine: string | undefined,
  say: (line: string) => void,
  clock?: UpstreamClock,
): Promise<OpenUpstream | undefined> {
  if (listen === undefined || engine === undefined) return undefined;
  const address = parseListenAddress('--upstream', listen);
  const made = target === 'embedded' ? freshKeys() : undefined;
  const keys = made ?? keysOf(way);
  const upstream = await Upstream.start({
    engine,
    listen: listenText(address),
    secrets: runSecrets(keys.first, keys.second, way.access),
    clock,
  });
  say(`Upstream: ${upstream.address}, which the gateway must use as its provider`);
  if (facesOthers(address)) {
    say(
      `The upstream can be reached from other machines: it listens on ${address.host} and accepts any key. Use 127.0.0.1 unless the gateway is on another machine.`,
    );
  }
  if (made === undefined) return { upstream, way };
  const referenceOptions = [...way.referenceOptions, '--upstream', upstream.address];
  return { upstream, way: { ...way, keys: made, referenceOptions } };
}

/**
 * Refuses an upstream that cannot be used, before anything is started.
 * @throws UsageError
 */
export function checkUpstream({
  upstream,
  target,
}: Pick<Configuration, 'upstream' | 'target'>): void {
  if (upstream === undefined) return;
  parseListenAddress('--upstream', upstream);
  // A mistake in the target is reported before a missing key of it.
  checkTarget(target);
  if (target !== 'container') return;
  throw new UsageError(
    '--upstream cannot be combined with --target container: the container cannot reach a port of this machine. Use --target embedded, or the address of a gateway.',
  );
}

function keysOf({ environment, takesKey = true }: Way): Keys {
  return takesKey ? readKeys(environment) : NO_KEYS;
}
