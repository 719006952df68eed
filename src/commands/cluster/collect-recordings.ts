import { join } from 'node:path';
import { SetupError } from '../../input/setup-error.ts';
import { ENDED } from '../../load/engine/run-engine.ts';
import { segmentPath } from '../../load/engine/segments.ts';
import type { ClusterRun } from '../../load/scenarios/cluster-objects.ts';
import { formatCount } from '../../report/phrases/number-format.ts';
import { hasEnded, roleOf, runnersOf } from './cluster-view.ts';
import { wordsAbout } from './cluster-words.ts';
import { startCollector } from './collector.ts';
import {
  copyRecording,
  listRecordings,
  type RemoteFile,
  removeRecordings,
} from './copy-recording.ts';
import type { FollowedEnd } from './follow-run.ts';
import { forEach } from './for-each.ts';
import type { Kubectl } from './kubectl.ts';

export interface Collection {
  readonly kubectl: Kubectl;
  readonly run: ClusterRun;
  readonly end: FollowedEnd;
  /** Where the recordings go. */
  readonly folder: string;
  /** `--record`: segments follow the name. Those of the pods when absent. */
  readonly record: string | undefined;
  readonly say: (line: string) => void;
  readonly show: (line: string) => void;
}

export interface Collected {
  readonly paths: readonly string[];
  /** Why recordings are missing, a sentence each. */
  readonly missing: readonly string[];
}

/**
 * Copies the recordings of the runners to this machine, and removes them from the claim.
 * @throws SetupError when none was copied
 */
export async function collectRecordings(collection: Collection): Promise<Collected> {
  const { kubectl, run, say } = collection;
  const { files, problems } = await found(collection);
  const copied: string[] = [];
  const failed = new Map<number, string>();
  await forEach(files, async (file) => {
    const runner = runnerOf(file, run.name);
    const path = pathOf(collection, file, runner);
    collection.show(
      `Cluster: copying the recordings, ${copied.length} of ${files.length} are here`,
    );
    try {
      await copyRecording(kubectl, file, path);
      copied.push(path);
      say(`Cluster: recording of runner ${runner} copied, ${formatCount(file.bytes)} bytes`);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      failed.set(runner, error.message);
    }
  });
  const missing = await missingOf(collection, files, failed);
  if (copied.length === 0) throw noRecording([...problems, ...missing]);
  const [first] = files;
  if (run.recordings === 'claim' && failed.size === 0 && first !== undefined) {
    await removeRecordings(kubectl, first.pod, files);
  }
  return { paths: copied.toSorted(), missing };
}

function noRecording(reasons: readonly string[]): SetupError {
  return new SetupError(`No recording could be copied from the cluster. ${reasons.join(' ')}`);
}

/** The recordings in the claim, or in each pod that is kept. */
async function found({ kubectl, run, end, say }: Collection): Promise<{
  readonly files: readonly RemoteFile[];
  readonly problems: readonly string[];
}> {
  if (run.recordings === 'claim') {
    say('Cluster: starting a pod that reads the claim');
    const pod = await startCollector(kubectl, run);
    return { files: await listRecordings(kubectl, pod, run.name), problems: [] };
  }
  const files: RemoteFile[] = [];
  const problems: string[] = [];
  const kept = runnersOf(end.view).filter((pod) => !hasEnded(pod));
  await forEach(kept, async ({ metadata }) => {
    try {
      files.push(...(await listRecordings(kubectl, metadata.name, run.name)));
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      problems.push(error.message);
    }
  });
  return { files, problems };
}

function pathOf({ run, folder, record }: Collection, { name }: RemoteFile, runner: number): string {
  if (record === undefined) return join(folder, name);
  return segmentPath(record, { index: runner - 1, of: run.parallelism });
}

/** A recording is named as its pod. */
function runnerOf({ name }: RemoteFile, run: string): number {
  return Number.parseInt(name.slice(run.length + 1), 10);
}

async function missingOf(
  { kubectl, run, end }: Collection,
  files: readonly RemoteFile[],
  failed: ReadonlyMap<number, string>,
): Promise<readonly string[]> {
  const held = new Set(files.map((file) => runnerOf(file, run.name)));
  const sentences: string[] = [];
  for (let runner = 1; runner <= run.parallelism; runner += 1) {
    const problem = failed.get(runner);
    if (problem !== undefined) sentences.push(`Runner ${runner} is missing: ${problem}`);
    else if (!held.has(runner)) {
      const why = (await endOf(kubectl, end, runner)) ?? 'the cluster does not say why';
      sentences.push(`Runner ${runner} left no recording: ${why}.`);
    } else {
      const why = await endOf(kubectl, end, runner);
      if (why !== undefined) sentences.push(`Runner ${runner} failed: ${why}.`);
    }
  }
  return sentences;
}

/** How a runner failed, in the words of the cluster; undefined where it did not. */
async function endOf(
  kubectl: Kubectl,
  { view, exitCodes }: FollowedEnd,
  runner: number,
): Promise<string | undefined> {
  const pod = view.pods.find((each) => roleOf(each, view.name) === runner);
  if (pod === undefined) return 'the cluster has no pod of it';
  const code =
    exitCodes.get(pod.metadata.name) ??
    pod.status.containerStatuses?.find(({ state }) => state?.terminated)?.state?.terminated
      ?.exitCode;
  if (code !== undefined && ENDED.has(code)) return undefined;
  const words = await wordsAbout(kubectl, pod, view.events);
  if (words.length > 0) return words.join('; ');
  return code === undefined ? undefined : `its engine ended with exit code ${code}`;
}
