import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClusterRun,
  clusterObjects,
  RECORDINGS_CLAIM,
} from '../../load/scenarios/cluster-objects.ts';
import { arrivalPhrase } from '../../load/workload/workload.ts';
import { formatDuration } from '../../report/phrases/number-format.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { onEarlyExit } from '../../target/exit-cleanup.ts';
import { withoutKeys } from '../../target/keys.ts';
import { readBaseline } from '../configuration/baseline-file.ts';
import { refuseUnresolved } from '../configuration/configuration.ts';
import { deliver } from '../delivery/deliver.ts';
import { type ClusterLoad, clusterLoad, keysFor } from '../emit/cluster-load.ts';
import type { LoadElsewhereOptions } from '../options/load-options.ts';
import type { AssessOptions } from '../run/run-inputs.ts';
import { judgeRecordingFiles, type RecordedLoad } from '../run/run-judge.ts';
import { recordingSentence, requireRecordable } from '../run/run-load.ts';
import { inTerminal, type Session } from '../run/session.ts';
import { loadLimitSentence, loadTimeMs } from '../run/time-limit.ts';
import { approver } from '../spending/approve-plan.ts';
import { budgetFor } from '../spending/spending.ts';
import { openExporter } from '../traces/trace-exporter.ts';
import { collectRecordings } from './collect-recordings.ts';
import { followRun } from './follow-run.ts';
import { Kubectl } from './kubectl.ts';

type Options = AssessOptions & LoadElsewhereOptions;

const CREATE_LIMIT_MS = 60_000;
/** A pod that does not end is killed after 30 s. */
const REMOVE_LIMIT_MS = 90_000;

/**
 * Runs a load in pods of a cluster, and delivers the report of all of them.
 * @returns the exit code
 * @throws UsageError, SetupError with the reason why it does not start
 */
export async function loadOnCluster(options: Options): Promise<number> {
  await requireRecordable(options);
  const load = await clusterLoad(options);
  refuseUnresolved(load.configuration.unresolvedSlo);
  // A baseline that cannot be read is reported before the load.
  await readBaseline(options, load.configuration.catalogue);
  return await inTerminal(
    options,
    (session) => reportOf(load, options, session),
    (report) => deliver(report, options),
    'Interrupted: stopping the pods. A second Ctrl-C removes them without a report.',
  );
}

/** Undefined when nothing was sent. */
async function reportOf(
  load: ClusterLoad,
  options: Options,
  session: Session,
): Promise<RunReport | undefined> {
  const { configuration, profile, capabilities, warnings, run } = load;
  const say = (line: string): void => session.progress.say(line);
  for (const warning of warnings) say(warning);
  const traces = openExporter(configuration, process.env, say);
  const kubectl = new Kubectl(withoutKeys(process.env), run.patch.metadata?.namespace);
  // Within a pod, whose account kubectl uses, there is no context.
  const context = (await kubectl.textOrNone(['config', 'current-context'])).trim();
  const parts = { conformance: false, measurement: { isPlanned: true } };
  const { catalogue } = configuration;
  // Only the pods reach it for sure.
  const areFree = [false];
  const budget = budgetFor(areFree, configuration, options);
  const approval = { configuration, catalogue, parts, areFree, options, budget, session };
  await approver(approval)(profile, capabilities);
  const folder = await mkdtemp(join(tmpdir(), 'assay-cluster-'));
  let isNeeded = false;
  try {
    const sent = await send(kubectl, context, load, options, session, folder);
    if (sent === undefined) {
      say('No report: the load has not started.');
      return undefined;
    }
    isNeeded = true;
    // The Ctrl-C that stopped the pods does not stop the judging.
    const signal = sent.interrupted ? new AbortController().signal : session.signal;
    const judging = { ...session, signal };
    const report = await judgeRecordingFiles(sent.paths, options, judging, { ...sent, traces });
    await traces?.close();
    for (const path of options.record === undefined ? [] : sent.paths) say(recordingSentence(path));
    isNeeded = false;
    return report;
  } finally {
    if (!isNeeded) await rm(folder, { recursive: true });
    else if (options.record === undefined) say(`The recordings are kept in ${folder}.`);
  }
}

/** Creates the objects of a load, waits for its end, copies the recordings, and removes all. */
async function send(
  kubectl: Kubectl,
  context: string,
  load: ClusterLoad,
  { startLimit: startLimitMs, timeLimit, record }: Options,
  { progress, signal }: Session,
  folder: string,
): Promise<(RecordedLoad & { readonly paths: readonly string[] }) | undefined> {
  const { configuration, profile, workload } = load;
  const { name, parallelism } = load.run;
  const say = (line: string): void => progress.say(line);
  const claims = ['get', 'persistentvolumeclaims', RECORDINGS_CLAIM, '--ignore-not-found'];
  const claim = await kubectl.text([...claims, '-o', 'name']).catch(() => '');
  const recordings = claim.trim() === '' ? 'pod' : 'claim';
  const { secret, objects } = keysFor(load);
  const run: ClusterRun = { ...load.run, secret, recordings, isKept: true, cleanup: false };
  const where = [context || 'this pod', kubectl.namespace && `namespace ${kubectl.namespace}`];
  const how = { claim: 'in the claim', pod: 'in the pods, because there is no claim' }[recordings];
  say(
    `Cluster: ${where.filter(Boolean).join(', ')}; TestRun ${name} with ${parallelism} pods, recordings ${how} ${RECORDINGS_CLAIM}`,
  );
  say(`Load: ${workload.scenario}, ${arrivalPhrase(workload)}`);
  const items = [...objects, ...clusterObjects(run)];
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const create = { input, limitMs: CREATE_LIMIT_MS };
  // Without the k6 operator, the namespace or the right, the cluster says so.
  await kubectl.text(['create', '--dry-run=server', '-f', '-'], create);
  const made = [`testruns.k6.io/${name}`, `configmaps/${name}`, `secrets/${name}`];
  const removal = ['delete', ...made, '--ignore-not-found'];
  // Pods must not go on sending when this process ends at once.
  const undone = onEarlyExit(() => kubectl.leave([...removal, '--wait=false']));
  try {
    await kubectl.text(['create', '-f', '-'], create);
    const loadLimitMs = timeLimit ?? loadTimeMs(workload);
    const end = await followRun({ kubectl, run, startLimitMs, loadLimitMs, signal, say });
    if (end === undefined) return undefined;
    const { view, reason } = end;
    const { paths, missing } = await collectRecordings({ kubectl, run, view, folder, record, say });
    const late = loadLimitSentence({ text: formatDuration(loadLimitMs) });
    const cutShort = [...(reason === 'limit' ? [late] : []), ...missing];
    const interrupted = reason === 'interrupted';
    return { paths, command: 'load', configuration, profile, interrupted, cutShort };
  } finally {
    undone();
    await kubectl.text([...removal, '--cascade=foreground'], { limitMs: REMOVE_LIMIT_MS }).then(
      () => say(`Cluster: TestRun ${name} removed`),
      ({ message }: Error) =>
        say(
          `Cluster: TestRun ${name} was not removed (${message}) Remove it: kubectl ${kubectl.scoped(removal).join(' ')}`,
        ),
    );
  }
}
