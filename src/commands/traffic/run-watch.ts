import { SetupError } from '../../input/setup-error.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { WatchedTarget } from '../../load/watching/traffic-recorder.ts';
import { type Watched, type WatchOrder, watchTraffic } from '../../load/watching/watch-traffic.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { readBaseline } from '../configuration/baseline-file.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { refuseUnresolved } from '../configuration/relative-slo.ts';
import { deliver } from '../delivery/deliver.ts';
import { overridesOf } from '../options/overrides.ts';
import type { BaselineOptions, ReportOptions } from '../options/run-options.ts';
import { withBaseline } from '../run/apply-baseline.ts';
import { inTerminal, type Session } from '../run/session.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { checkTarget } from '../target/open-target.ts';
import { trafficCriteria, trafficFacts } from './traffic-report.ts';

export interface WatchOptions extends ReportOptions, BaselineOptions {
  readonly target?: string;
  readonly port: number;
  readonly host: string;
  /** ms. */
  readonly for?: number;
}

/**
 * Stands between clients and a gateway until Ctrl-C, and delivers a report of their traffic.
 * @returns the exit code
 * @throws UsageError, SetupError
 */
export async function watchClients(options: WatchOptions): Promise<number> {
  return await inTerminal(
    options,
    (session) => watched(options, session),
    (report) => deliver(report, options),
    'Stopping: the report follows.',
  );
}

async function watched(options: WatchOptions, session: Session): Promise<RunReport> {
  const { host, port, label } = options;
  const { progress, signal, words } = session;
  const configuration = await readConfiguration(options.config, overridesOf(options));
  refuseUnresolved(configuration.unresolvedSlo);
  const target = watchedTarget(configuration);
  const baseline = await readBaseline(options, configuration.catalogue);
  const profile = await chooseProfileOffline(configuration);
  const ends = options.for === undefined ? [] : [AbortSignal.timeout(options.for)];
  const startedAt = new Date();
  const { target: address } = configuration;
  const { result, unread } = await listening({
    ...trafficCriteria(configuration, profile),
    target,
    host,
    port,
    signal: AbortSignal.any([signal, ...ends]),
    onReady: (open) => progress.say(readySentence(host, open, address)),
    onProgress: ({ exchanges, errors, findings }) =>
      progress.show(
        `${formatNumberOf(exchanges, 'request')}, ${formatNumberOf(errors, 'error')}, ${formatNumberOf(findings, 'finding')}`,
      ),
  });
  progress.end();
  const note = unread === 0 ? undefined : unreadSentence(unread);
  const traffic = { configuration, profile, result, startedAt, address, label, note };
  const facts = await trafficFacts({ command: 'watch', words, ...traffic });
  return await withBaseline(facts, baseline, (line) => progress.say(line));
}

/** @throws UsageError */
function watchedTarget({ target }: Configuration): WatchedTarget {
  if (!/^https?:/.test(target)) {
    throw new UsageError(
      'assay watch needs the address of a gateway. Name it with --target, such as --target http://127.0.0.1:4000/v1.',
    );
  }
  checkTarget(target);
  const { origin, pathname } = new URL(target);
  return { origin, basePath: pathname.replace(/\/+$/, '') };
}

/** @throws SetupError when the port cannot be used */
async function listening(order: WatchOrder): Promise<Watched> {
  const { host, port } = order;
  try {
    return await watchTraffic(order);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new SetupError(
        `The port is already in use: ${host}:${port}. Choose another one with --port.`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new SetupError(
        `Cannot listen on ${host}:${port} (${code}). Choose another address with --host or another port with --port.`,
      );
    }
    throw error;
  }
}

function readySentence(host: string, port: number, target: string): string {
  const base = new URL(target);
  base.protocol = 'http:';
  base.hostname = host;
  base.port = String(port);
  return `Watching ${target}. Set the base address of the client to ${base.href.replace(/\/$/, '')}. Ctrl-C ends it with the report.`;
}

function unreadSentence(unread: number): string {
  return `${formatNumberOf(unread, 'request')} passed through unchecked: Assay could not read them or an earlier message on their connection as HTTP/1.1, or they were beyond a limit.`;
}
