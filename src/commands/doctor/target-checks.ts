import { header } from '../../exchange/exchange.ts';
import { formatDuration, formatMilliseconds } from '../../report/phrases/number-format.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { overridesOf, type TargetOptions } from '../options/run-options.ts';
import { chooseProfile } from '../target/choose-profile.ts';
import { openTarget, wayTo } from '../target/open-target.ts';
import { preflight } from '../target/preflight.ts';
import { TargetConnection } from '../target/target-connection.ts';
import type { Check } from './check.ts';

const REFUSED: ReadonlySet<number | undefined> = new Set([401, 403]);
const DEADLINE_MS = 5000;
const CLOCKS_APART_MS = 5000;

/**
 * Whether the target responds and accepts the key, by requests that cost nothing.
 * @throws UsageError, SetupError, TargetUnreachable
 */
export async function targetChecks(
  options: TargetOptions,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<readonly Check[]> {
  const configuration = await readConfiguration(options.config, overridesOf(options));
  const { target: text, source } = configuration;
  const from = source === undefined ? 'no configuration file' : source.file;
  const config: Check = { what: 'configuration', state: 'ok', found: from };
  if (!/^https?:/.test(text)) {
    return [config, { what: 'target', state: 'ok', found: `${text}, started with each run` }];
  }
  const way = await wayTo(configuration, environment);
  const target = await openTarget({ ...way, text, progress: () => {} });
  const profile = await chooseProfile(target, configuration);
  const connection = new TargetConnection(target, {
    profile,
    seed: configuration.workload.seed,
    signal: new AbortController().signal,
  });
  try {
    const startedMs = performance.now();
    const read = await preflight(connection, () => {}, false);
    const took = formatMilliseconds(performance.now() - startedMs);
    const gateway = connection.gateways.gatewayFor({ name: 'doctor' }, () => {});
    const free = { retries: 0, deadlineMs: DEADLINE_MS };
    const list = await gateway.send({ operation: 'other', path: '/models', ...free });
    const keyless = await gateway.send({
      operation: 'video-read',
      id: 'assay-doctor',
      credential: 'none',
      ...free,
    });
    const [own, listed, without] = [read, list, keyless].map(({ answer }) => answer?.status);
    return [
      config,
      {
        what: 'target',
        state: 'ok',
        found: `${target.address} responds in ${took}, profile ${profile.name}`,
      },
      keyCheck({ own: [own, listed], without }, target.keyRemedy),
      ...clockOf(header(read.answer?.headers ?? [], 'date')),
    ];
  } finally {
    await connection.close();
    await target.stop();
  }
}

/**
 * @param own statuses of free requests with the key
 * @param without status without a key
 */
function keyCheck(
  { own, without }: { own: readonly (number | undefined)[]; without: number | undefined },
  remedy = 'Check ASSAY_API_KEY.',
): Check {
  const what = 'API key';
  const refused = own.find((status) => REFUSED.has(status));
  if (refused !== undefined) {
    return { what, state: 'problem', found: `the target refused it with ${refused}`, remedy };
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
