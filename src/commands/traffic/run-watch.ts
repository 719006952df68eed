import { SetupError } from '../../input/setup-error.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { WatchedTarget } from '../../load/watching/traffic-recorder.ts';
import { type Watched, type WatchOrder, watchTraffic } from '../../load/watching/watch-traffic.ts';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import { makeFolder } from '../../report/write.ts';
import { readBaseline } from '../configuration/baseline-file.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { refuseUnresolved } from '../configuration/relative-slo.ts';
import { deliver } from '../delivery/write-reports.ts';
import { overridesOf } from '../options/overrides.ts';
import type { BaselineOptions, ReportOptions } from '../options/run-options.ts';
import { withBaseline } from '../run/apply-baseline.ts';
import type { Session } from '../run/session.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { checkTarget } from '../target/open-target.ts';
import { awaitInterruption } from '../terminal/interruption.ts';
import { stderr } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
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
  if (options.out !== undefined) await makeFolder(options.out);
  const configuration = await readConfiguration(options.config, overridesOf(options));
  refuseUnresolved(configuration.unresolvedSlo);
  const target = watchedTarget(configuration);
  const baseline = await readBaseline(options, configuration.catalogue);
  const profile = await chooseProfileOffline(configuration);
  const progress = new Progress(stderr(), options);
  const { signal, release } = awaitInterruption(() =>
    progress.say('Stopping: the report follows.'),
  );
  const session: Session = {
    words: process.argv.slice(2),
    environment: process.env,
    progress,
    signal,
  };
  const signals = [session.signal];
  if (options.for !== undefined) signals.push(AbortSignal.timeout(options.for));
  const startedAt = new Date();
  const { target: address } = configuration;
  try {
    const { result, unread } = await listening({
      ...trafficCriteria(configuration, profile),
      target,
      host: options.host,
      port: options.port,
      signal: AbortSignal.any(signals),
      onReady: (port) => progress.say(readySentence(options.host, port, address)),
      onProgress: ({ exchanges, errors, findings }) =>
        progress.show(
          `${formatNumberOf(exchanges, 'request')}, ${formatNumberOf(errors, 'error')}, ${formatNumberOf(findings, 'finding')}`,
        ),
    });
    progress.end();
    const note = unread === 0 ? undefined : unreadSentence(unread);
    const facts = await trafficFacts({
      command: 'watch',
      session,
      configuration,
      profile,
      result,
      startedAt,
      address,
      label: options.label,
      note,
    });
    return await deliver(
      await withBaseline(facts, baseline, (line) => progress.say(line)),
      options,
    );
  } finally {
    progress.end();
    release();
  }
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
