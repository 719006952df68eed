import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificate } from '../../../reference-server/http/certificate.ts';
import { findRuleSet } from '../../conformance/find-rule-set.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { keyCarriage } from '../../conformance/sending/key-carriage.ts';
import { wayOf } from '../../exchange/access.ts';
import { defined, present } from '../../input/defined.ts';
import { LIMITS } from '../../input/limits.ts';
import { errorCode, readTextFile } from '../../input/read-text-file.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { LoadCriteria } from '../../load/judging/load-collector.ts';
import type { LoadResult, ReportedLoad } from '../../load/load-result.ts';
import { judgeHar, readHar } from '../../load/watching/har.ts';
import type { WatchedTarget } from '../../load/watching/traffic-recorder.ts';
import { type Watched, type WatchOrder, watchTraffic } from '../../load/watching/watch-traffic.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { readAccess } from '../../target/read-access.ts';
import { accessTo } from '../../target/read-proxy.ts';
import { isAddress, routeNote } from '../../target/remote.ts';
import { makeTemporaryFolder } from '../../target/temporary-folder.ts';
import { readBaseline } from '../configuration/baseline-file.ts';
import {
  type Configuration,
  readConfiguration,
  refuseUnresolved,
} from '../configuration/configuration.ts';
import { type JudgeOptions, overridesOf } from '../options/load-options.ts';
import type { BaselineOptions, ReportOptions } from '../options/run-options.ts';
import { reportOfLoad } from '../run/run-judge.ts';
import type { Session } from '../run/session.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { listenProblem } from '../target/listen-problem.ts';
import { checkTarget, routeLines } from '../target/open-target.ts';

/** No key of another tenant is known: none is Assay's. */
const CAPABILITIES = { secondKey: false };

/** How the traffic of clients is judged. */
function trafficCriteria(configuration: Configuration, profile: ResolvedProfile): LoadCriteria {
  return {
    workload: configuration.workload,
    rules: configuration.catalogue.map(({ rule }) => rule),
    profile,
    capabilities: CAPABILITIES,
    // A client may send what a gateway has to refuse: only objectives of the user count.
    objectives: configuration.written.slo === undefined ? [] : configuration.slo,
  };
}

/** The load of a report, which ends with its last request. */
function watchedLoad(result: LoadResult): ReportedLoad {
  return { ...result, durationMs: result.endMs, excluded: [], isWatched: true };
}

const NO_TIMES =
  'A HAR file has no times within a response: rules about them and the times of tokens are not judged.';

/** Whether a file given to `assay judge` holds traffic in place of a recording. */
export function isHar(path: string): boolean {
  return /\.har$/i.test(path);
}

/**
 * The report of the traffic in a HAR file.
 * @throws UsageError
 */
export async function judgeHarFile(
  path: string,
  options: JudgeOptions,
  session: Session,
): Promise<RunReport> {
  const configuration = await readConfiguration(options.config, { profile: options.profile });
  refuseUnresolved(configuration.unresolvedSlo);
  const baseline = await readBaseline(options, configuration.catalogue);
  // The traffic says where it went; a target of the configuration decides the profile only.
  const profile = await chooseProfileOffline({ ...configuration, target: 'https://gateway' });
  const har = readHar(await textOf(path), path, keyCarriage(profile.expect));
  const facts = {
    command: 'judge',
    startedAt: new Date(har.originUnixMs),
    target: { kind: 'remote', address: har.address, note: NO_TIMES },
    configuration,
    profile,
    capabilities: CAPABILITIES,
    ruleSet: findRuleSet(options.ruleSet),
    ...defined({ label: options.label }),
    load: watchedLoad(await judgeHar(har, trafficCriteria(configuration, profile))),
    interrupted: false,
  };
  return await reportOfLoad(facts, baseline, session);
}

async function textOf(path: string): Promise<string> {
  try {
    return await readTextFile(path, LIMITS.harBytes.value);
  } catch (error) {
    throw new UsageError(
      `Cannot read the HAR file: ${path} (${errorCode(error)}). Check its path and its permissions.`,
    );
  }
}

interface WatchOptions extends ReportOptions, BaselineOptions {
  readonly target?: string;
  readonly port: number;
  readonly host: string;
  readonly tls?: true;
  readonly http2?: true;
  /** ms. */
  readonly for?: number;
}

/**
 * Stands between clients and a gateway until Ctrl-C.
 * @returns the report of their traffic
 * @throws UsageError, SetupError
 */
export async function watchClients(options: WatchOptions, session: Session): Promise<RunReport> {
  const { host, port, label } = options;
  const { progress, signal } = session;
  // HTTP/2 is meant for clients.
  const { http2, ...others } = options;
  const configuration = await readConfiguration(options.config, overridesOf(others));
  refuseUnresolved(configuration.unresolvedSlo);
  const own = options.tls && (await ownCertificate());
  const target = watchedTarget(configuration, session);
  const baseline = await readBaseline(options, configuration.catalogue);
  const profile = await chooseProfileOffline(configuration);
  const ends = options.for === undefined ? [] : [AbortSignal.timeout(options.for)];
  const startedAt = new Date();
  const { target: address } = configuration;
  for (const line of routeLines([address], { ...target, ...session })) progress.say(line);
  const capabilities = { ...CAPABILITIES, ...wayOf(address, target.access) };
  const watched = listening({
    ...trafficCriteria(configuration, profile),
    capabilities,
    target,
    host,
    port,
    ...defined({ certified: own?.certified, http2 }),
    signal: AbortSignal.any([signal, ...ends]),
    onReady: (open) => progress.say(readySentence(host, open, address, own?.file)),
    onProgress: ({ exchanges, errors, findings }) =>
      progress.show(
        `${formatNumberOf(exchanges, 'request')}, ${formatNumberOf(errors, 'error')}, ${formatNumberOf(findings, 'finding')}`,
      ),
  });
  const { result, unread } = await watched.finally(() => own?.remove());
  progress.end();
  const notes = present([routeNote(address, target.access), unread > 0 && unreadSentence(unread)]);
  const facts = {
    command: 'watch',
    startedAt,
    target: {
      kind: 'remote',
      address,
      ...(notes.length > 0 && { note: notes.join(' ') }),
    },
    configuration,
    profile,
    capabilities,
    ruleSet: findRuleSet(),
    ...defined({ label }),
    load: watchedLoad(result),
    interrupted: false,
  };
  return await reportOfLoad(facts, baseline, session);
}

/** A certificate, and a file with it for clients. */
async function ownCertificate() {
  const certified = certificate('self-signed');
  const folder = await makeTemporaryFolder('ca');
  const file = join(folder, 'ca.pem');
  await writeFile(file, certified.cert);
  return { certified, file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** @throws UsageError */
function watchedTarget(
  { target, proxy, tls, resolve, unixSocket, folder }: Configuration,
  { environment }: Pick<Session, 'environment'>,
): Required<WatchedTarget> {
  if (!isAddress(target)) {
    throw new UsageError(
      'assay watch needs the address of a gateway. Name it with --target, such as --target http://127.0.0.1:4000/v1.',
    );
  }
  checkTarget(target);
  const { origin, pathname } = new URL(target);
  const way = { headers: {}, proxy, tls, resolve, unixSocket, folder };
  const written = readAccess(way, environment);
  const access = accessTo(target, written, environment);
  return { origin, basePath: pathname.replace(/\/+$/, ''), access };
}

/** @throws SetupError when the port cannot be used */
async function listening(order: WatchOrder): Promise<Watched> {
  const { host, port } = order;
  try {
    return await watchTraffic(order);
  } catch (error) {
    throw listenProblem(error, host, port) ?? error;
  }
}

function readySentence(host: string, port: number, target: string, ca?: string): string {
  const base = new URL(target);
  base.protocol = ca === undefined ? 'http:' : 'https:';
  base.hostname = host;
  base.port = String(port);
  const trust = ca === undefined ? '' : `, and let it trust the certificate in ${ca}`;
  return `Watching ${target}. Set the base address of the client to ${base.href.replace(/\/$/, '')}${trust}. Ctrl-C ends it with the report.`;
}

function unreadSentence(unread: number): string {
  return `${formatNumberOf(unread, 'request')} passed through unchecked: Assay could not read them or an earlier message on their connection as HTTP/1.1, or they were beyond a limit.`;
}
