import { defined } from '../../input/defined.ts';
import { parseAddress } from '../../target/remote.ts';
import { count, type OptionsOf, option, positiveDuration } from './option.ts';

/** Where sequences that broke a rule are kept. */
const EXAMPLES_FILE = 'assay.examples.jsonl';

const DEFAULT_TIME_MS = 60_000;

export const EXPLORE = [
  option('--time <time>', 'how long to explore, such as 2m (default: 1m)', {
    read: positiveDuration,
  }),
  option('--calls <n>', 'maximum of calls that may cost money; the same as --budget "<n> calls"', {
    read: count(1, 1_000_000),
    conflicts: ['budget'],
  }),
  option(
    '--replica <url>',
    'further address of the same gateway, with the same keys, which requests may go to; may be repeated',
    { read: replica, conflicts: ['unixSocket', 'against'] },
  ),
  option(
    '--restart <command>',
    'restart the gateway by this command of the shell, such as "docker restart gateway", before and while requests are answered',
    { conflicts: ['against'] },
  ),
  option(
    '--restart-ready <url>',
    'address that answers with 2xx once the gateway is ready again (default: the target responds)',
    { needs: ['--restart COMMAND'], because: 'it says when a restart is over' },
  ),
  option(
    '--against <target>',
    'another gateway, to which the same is sent: what differs is listed; its key is ASSAY_API_KEY_AGAINST, else ASSAY_API_KEY',
  ),
  option(
    '--replay <file>',
    'only send the sequences of this file again, such as assay.examples.jsonl',
  ),
] as const;

/** An exploration between conformance and load. */
export const EXPLORE_TOO = option(
  '--explore <time>',
  'after conformance, explore for this time, such as 30s (see assay explore)',
  { read: positiveDuration },
);

/** What to explore, and for how long. */
export interface ExploreOrder {
  readonly timeMs: number;
  /** Further addresses of the gateway. */
  readonly replicas: readonly string[];
  /** What restarts the gateway; absent where nothing does. */
  readonly restart?: { readonly command: string; readonly readyUrl?: string };
  /** The file with sequences of earlier runs. */
  readonly examples: string;
  /** Whether only these are sent. */
  readonly isReplay: boolean;
  /** Another gateway; absent where rules alone decide. */
  readonly against?: string | undefined;
}

export function exploreOrder({
  time,
  replica: replicas = [],
  restart: command,
  restartReady: readyUrl,
  replay,
  against,
}: OptionsOf<typeof EXPLORE>): ExploreOrder {
  return {
    replicas,
    ...(command !== undefined && { restart: { command, ...defined({ readyUrl }) } }),
    timeMs: time ?? DEFAULT_TIME_MS,
    examples: replay ?? EXAMPLES_FILE,
    isReplay: replay !== undefined,
    against,
  };
}

function replica(_flag: string, text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, parseAddress(text)];
}
