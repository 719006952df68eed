import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClusterRun,
  clusterObjects,
  RECORDINGS_CLAIM,
} from '../../load/scenarios/cluster-objects.ts';
import { arrivalPhrase } from '../../load/workload/arrival-phrase.ts';
import type { RunReport } from '../../report/schema/run-report.ts';
import { withoutKeys } from '../../target/keys.ts';
import { readBaseline } from '../configuration/baseline-file.ts';
import { refuseUnresolved } from '../configuration/relative-slo.ts';
import { deliver } from '../delivery/deliver.ts';
import { type ClusterLoad, clusterLoad } from '../emit/cluster-load.ts';
import { EXIT } from '../options/exit-codes.ts';
import type { LoadElsewhereOptions } from '../options/load-options.ts';
import { recordingSentence, requireRecordable } from '../run/engine-outputs.ts';
import type { AssessOptions } from '../run/run-inputs.ts';
import { judgeRecordingFiles } from '../run/run-judge.ts';
import { inTerminal, type Session } from '../run/session.ts';
import { loadTimeMs } from '../run/time-limit.ts';
import { allowanceOf } from '../spending/allowance.ts';
import { approver, PlanDeclined } from '../spending/approve-plan.ts';
import { effortFor } from '../spending/effort-for.ts';
import { hasClaim, placeOf } from './cluster-place.ts';
import { type Collected, collectRecordings } from './collect-recordings.ts';
import { type FollowedEnd, followRun } from './follow-run.ts';
import { Kubectl } from './kubectl.ts';
import { keysFor } from './run-keys.ts';
import { RunObjects } from './run-objects.ts';

type Options = AssessOptions & LoadElsewhereOptions;

const LIMIT_SENTENCE =
  'The load took longer than its time limit, and was stopped before its end. Raise --time-limit.';

/** What a cluster has sent, on this machine. */
interface Sent extends Collected {
  readonly end: FollowedEnd;
}

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
  const report = await inTerminal(
    options,
    (session) => reportOf(load, options, session),
    'Interrupted: stopping the pods. A second Ctrl-C removes them without a report.',
  );
  return report === undefined ? EXIT.interrupted : await deliver(report, options);
}

/** Undefined when nothing was sent. */
async function reportOf(
  load: ClusterLoad,
  options: Options,
  session: Session,
): Promise<RunReport | undefined> {
  const { progress } = session;
  for (const warning of load.warnings) progress.say(warning);
  const { namespace } = load.run.patch.metadata ?? {};
  const kubectl = new Kubectl({ env: withoutKeys(process.env), namespace });
  const place = await placeOf(kubectl);
  if (!(await isApproved(load, options, session))) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'assay-cluster-'));
  let isNeeded = false;
  try {
    const sent = await runOn({ kubectl, place }, load, options, session, folder);
    if (sent === undefined) {
      progress.say('No report: the load has not started.');
      return undefined;
    }
    isNeeded = true;
    const report = await judged(sent, load, options, session);
    isNeeded = false;
    return report;
  } finally {
    if (!isNeeded) await rm(folder, { recursive: true });
    else if (options.record === undefined) progress.say(`The recordings are kept in ${folder}.`);
  }
}

/** Whether the user agrees to what the load may cost. */
async function isApproved(
  { configuration, profile, capabilities, address }: ClusterLoad,
  options: Options,
  session: Session,
): Promise<boolean> {
  const say = (line: string): void => session.progress.say(line);
  try {
    await approver({
      configuration,
      catalogue: configuration.catalogue,
      parts: { conformance: false, measurement: { isPlanned: true } },
      targets: [address],
      effortOf: (target) => effortFor(target, undefined),
      spending: options,
      allowance: allowanceOf(undefined, configuration.prices),
      ask: session.approve,
      say,
    })(profile, capabilities);
    return true;
  } catch (error) {
    if (!(error instanceof PlanDeclined)) throw error;
    say('Not started: nothing was sent that costs money.');
    return false;
  }
}

async function runOn(
  { kubectl, place }: { readonly kubectl: Kubectl; readonly place: string },
  load: ClusterLoad,
  options: Options,
  { progress, signal }: Session,
  folder: string,
): Promise<Sent | undefined> {
  const { workload, profile, secrets } = load;
  const takesKey = profile.expect.keyHeader !== null;
  const keys = keysFor(load.run.name, takesKey, secrets, process.env);
  const run: ClusterRun = {
    ...load.run,
    cleanup: false,
    secret: keys.name,
    recordings: (await hasClaim(kubectl)) ? 'claim' : 'pod',
  };
  const say = (line: string): void => progress.say(line);
  const show = (line: string): void => progress.show(line);
  say(
    `Cluster: ${place}; TestRun ${run.name} with ${run.parallelism} pods, ${recordingsPhrase(run)}`,
  );
  say(`Load: ${workload.scenario}, ${arrivalPhrase(workload)}`);
  const made = keys.object === undefined ? [] : [keys.object];
  const objects = new RunObjects(kubectl, run, [...made, ...clusterObjects(run)]);
  await objects.check();
  try {
    await objects.create();
    const end = await followRun({
      kubectl,
      run,
      startLimitMs: options.startLimit,
      loadLimitMs: options.timeLimit ?? loadTimeMs(workload),
      signal,
      say,
      show,
    });
    if (end === undefined) return undefined;
    const collected = await collectRecordings({
      kubectl,
      run,
      end,
      folder,
      record: options.record,
      say,
      show,
    });
    return { ...collected, end };
  } finally {
    const problem = await objects.remove();
    say(
      problem === undefined
        ? `Cluster: TestRun ${run.name} removed`
        : `Cluster: TestRun ${run.name} was not removed (${problem}) Remove it: ${objects.removal}`,
    );
  }
}

function recordingsPhrase({ recordings }: ClusterRun): string {
  return recordings === 'claim'
    ? `recordings through the claim ${RECORDINGS_CLAIM}`
    : `recordings copied from the pods (no claim ${RECORDINGS_CLAIM})`;
}

async function judged(
  { paths, missing, end }: Sent,
  { configuration, profile }: ClusterLoad,
  options: Options,
  session: Session,
): Promise<RunReport> {
  const interrupted = end.reason === 'interrupted';
  // The Ctrl-C that stopped the pods does not stop the judging.
  const signal = interrupted ? new AbortController().signal : session.signal;
  const limited = end.reason === 'limit' ? [LIMIT_SENTENCE] : [];
  const report = await judgeRecordingFiles(
    paths,
    options,
    { ...session, signal },
    {
      command: 'load',
      configuration,
      profile,
      interrupted,
      cutShort: [...limited, ...missing],
    },
  );
  for (const path of options.record === undefined ? [] : paths) {
    session.progress.say(recordingSentence(path));
  }
  return report;
}
