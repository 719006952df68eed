import type { Operation } from '../../contract/operations.ts';
import { header } from '../../exchange/exchange.ts';
import { formatDuration, formatMilliseconds } from '../../report/phrases/number-format.ts';
import { isAddress } from '../../target/remote.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { overridesOf } from '../options/load-options.ts';
import { withTargets } from '../run/with-targets.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import { targetOf } from '../target/open-target.ts';
import { throughProxy } from '../target/proxy-problem.ts';
import { stderr } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import type { Check } from './machine-checks.ts';

const REFUSED: ReadonlySet<number | undefined> = new Set([401, 403]);
const DEADLINE_MS = 5000;
const CLOCKS_APART_MS = 5000;

/**
 * Whether a run could begin: the target responds, offers an operation and accepts the key, by the
 * preflight and the discovery of a run with requests that cost nothing.
 * @throws UsageError, SetupError, TargetUnreachable
 */
export async function targetChecks(
  options: { readonly config?: string },
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<readonly Check[]> {
  const configuration = await readConfiguration(options.config, overridesOf(options));
  const { source } = configuration;
  const text = targetOf(configuration);
  const from = source === undefined ? 'no configuration file' : source.file;
  const config: Check = { what: 'configuration', state: 'ok', found: from };
  if (!isAddress(text)) {
    return [
      config,
      { what: 'target', state: 'ok', found: `${text}, a bundled gateway, started with each run` },
    ];
  }
  const progress = new Progress(stderr(), { quiet: true });
  const { signal } = new AbortController();
  const session = { words: [], environment, progress, signal };
  const order = {
    configuration,
    catalogue: [],
    parts: { conformance: true },
    // Nothing that it sends costs money.
    options: { yes: true as const },
    isBare: true,
  };
  const checks = await withTargets(session, order, async ({ connect }) =>
    checksOf(await connect(0, { conformance: true, isJudged: false, free: true })),
  );
  return [config, ...checks];
}

async function checksOf(connected: ConnectedTarget): Promise<readonly Check[]> {
  const { connection, profile, target, read, missingOperations, remark } = connected;
  const took = formatMilliseconds(read.timing.endMs - read.timing.sendMs);
  const gateway = connection.gateways.gatewayFor({ name: 'doctor' }, () => {});
  const keyless = await gateway.send({
    operation: 'video-read',
    id: 'assay-doctor',
    credential: 'none',
    retries: 0,
    deadlineMs: DEADLINE_MS,
  });
  const found = `${target.address}${throughProxy(target.access)} responds in ${took}, profile ${profile.name}`;
  return [
    { what: 'target', state: 'ok', found },
    ...operationsCheck([...missingOperations.keys()], remark),
    keyCheck(read.answer?.status, keyless.answer?.status),
    ...clockOf(header(read.answer?.headers ?? [], 'date')),
  ];
}

/** What is not offered, and refuses the key; nothing where all is as the configuration says. */
function operationsCheck(missing: readonly Operation[], remark?: string): readonly Check[] {
  const what = 'operations';
  if (missing.length > 0) {
    return [
      {
        what,
        state: 'problem',
        found: `not found, although the configuration says that they are offered: ${missing.join(', ')}`,
        remedy: 'Check the address of the target, and operations in the configuration.',
        exitCode: EXIT.fails,
      },
    ];
  }
  if (remark === undefined) return [];
  return [{ what, state: 'warning', found: remark, remedy: 'A run judges the other operations.' }];
}

/**
 * @param own status of a read with the key
 * @param without the same without a key
 */
function keyCheck(own: number | undefined, without: number | undefined): Check {
  const what = 'API key';
  if (REFUSED.has(own)) {
    return {
      what,
      state: 'warning',
      found: `not verified: a read with it was refused with ${own}, and empty requests are refused before it is looked at`,
      remedy: 'Verify it with: assay conform --area auth.',
    };
  }
  if (REFUSED.has(without)) {
    return {
      what,
      state: 'ok',
      found: `accepted; a request without it was refused with ${without}`,
    };
  }
  return {
    what,
    state: 'warning',
    found: 'not verified: a request without it was not refused either',
    remedy: 'Verify it with: assay conform --area auth.',
  };
}

/** Only a difference that no network explains. */
function clockOf(date: string | undefined): readonly Check[] {
  const apartMs = Math.abs(Date.now() - Date.parse(date ?? ''));
  if (!(apartMs > CLOCKS_APART_MS)) return [];
  return [
    {
      what: 'clocks',
      state: 'warning',
      found: `the clocks of this machine and the target differ by ${formatDuration(apartMs)}`,
      remedy: 'Synchronize both with NTP: rules compare the times that the target states.',
    },
  ];
}
