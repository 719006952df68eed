import { runSecrets } from '../../exchange/redaction/redact.ts';
import { UsageError } from '../../input/usage-error.ts';
import { freshKeys, type Keys, NO_KEYS, readKeys } from '../../target/keys.ts';
import type { TargetOrder } from '../../target/target.ts';
import {
  facesOthers,
  listenText,
  parseListenAddress,
} from '../../target/upstream/listen-address.ts';
import { Upstream, type UpstreamOrder } from '../../target/upstream/upstream.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { checkTarget } from './open-target.ts';

/** How the target is reached, and what it needs to use the upstream. */
export type Way = Pick<TargetOrder, 'environment' | 'takesKey' | 'access' | 'referenceOptions'> & {
  readonly keys?: Required<Keys>;
};

/** A target that uses the upstream. */
export interface TargetInFront {
  /** As in the command line. */
  readonly text: string;
  /** The variable of its key, where it has one of its own. */
  readonly keyVariable?: string;
}

/** When it writes its answers, and how often it reports them. */
export type UpstreamPace = Pick<UpstreamOrder, 'clock' | 'reportEveryMs'>;

/** The upstream of a run, and how each of its targets is opened. */
export interface OpenUpstream {
  readonly upstream: Upstream;
  /** In the order of the targets. */
  readonly ways: readonly Way[];
}

interface OpeningOptions {
  /** How a target without an upstream is opened. */
  readonly way: Way;
  /** Path of the engine's binary. */
  readonly engine: string | undefined;
  readonly say: (line: string) => void;
  /** As the upstream sets it when absent. */
  readonly pace?: UpstreamPace | undefined;
}

/**
 * Starts the provider behind the targets, if the configuration has one. An embedded gateway is
 * configured to use it; any other one must be configured to.
 * @throws UsageError, SetupError
 */
export async function openUpstream(
  { upstream: listen }: Pick<Configuration, 'upstream'>,
  targets: readonly TargetInFront[],
  { way, engine, say, pace = {} }: OpeningOptions,
): Promise<OpenUpstream | undefined> {
  if (listen === undefined || engine === undefined) return undefined;
  const address = parseListenAddress('--upstream', listen);
  const all = targets.map((target) => ({ target, made: madeKeys(target) }));
  const upstream = await Upstream.start({
    engine,
    listen: listenText(address),
    secrets: all.flatMap(({ target, made }) => {
      const { first, second } = made ?? keysOf(way, target);
      return runSecrets(first, second, way.access);
    }),
    ...pace,
  });
  say(`Upstream: ${upstream.address}, which the gateway must use as its provider`);
  if (facesOthers(address)) {
    say(
      `The upstream can be reached from other machines: it listens on ${address.host} and accepts any key. Use 127.0.0.1 unless the gateway is on another machine.`,
    );
  }
  const referenceOptions = [...way.referenceOptions, '--upstream', upstream.address];
  const ways = all.map(({ made }) => (made ? { ...way, keys: made, referenceOptions } : way));
  return { upstream, ways };
}

/**
 * Refuses an upstream that cannot be used, before anything is started.
 * @throws UsageError
 */
export function checkUpstream(
  { upstream }: Pick<Configuration, 'upstream'>,
  targets: readonly string[],
): void {
  if (upstream === undefined) return;
  parseListenAddress('--upstream', upstream);
  // A mistake in the target is reported before a missing key of it.
  for (const target of targets) checkTarget(target);
  if (!targets.includes('container')) return;
  throw new UsageError(
    '--upstream cannot be combined with --target container: the container cannot reach a port of this machine. Use --target embedded, or the address of a gateway.',
  );
}

/** An embedded gateway gets its keys from here, because the upstream must know them before. */
function madeKeys({ text }: TargetInFront): Required<Keys> | undefined {
  return text === 'embedded' ? freshKeys() : undefined;
}

function keysOf({ environment, takesKey = true }: Way, { keyVariable }: TargetInFront): Keys {
  return takesKey ? readKeys(environment, keyVariable) : NO_KEYS;
}
