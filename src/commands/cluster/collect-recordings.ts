import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SetupError } from '../../input/setup-error.ts';
import { ENDED } from '../../load/engine/run-engine.ts';
import { segmentPath } from '../../load/engine/segments.ts';
import {
  type ClusterRun,
  RECORDINGS_FOLDER,
  WANTED,
} from '../../load/scenarios/cluster-objects.ts';
import { formatCount } from '../../report/phrases/number-format.ts';
import { type ClusterView, runnersOf, wordsAbout } from './cluster-view.ts';
import { forEach, inShell, type Kubectl, KubectlFailure } from './kubectl.ts';

interface Collection {
  readonly kubectl: Kubectl;
  readonly run: Pick<ClusterRun, 'name' | 'parallelism' | 'recordings'>;
  /** The run at its end. */
  readonly view: ClusterView;
  /** Where the recordings go. */
  readonly folder: string;
  /** `--record`: segments follow the name. Those of the pods when absent. */
  readonly record: string | undefined;
  readonly say: (line: string) => void;
}

/** A recording, in a pod that can read it. */
interface RemoteFile {
  readonly pod: string;
  /** Its name in the folder of the recordings. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

const COPY_LIMIT_MS = 600_000;
const MOST_FAILURES = 5;
/** Others may write to the volume: a name from there gets into no shell and no path unless it has this form. */
const FILE_NAME = /^[\w-]+\.rec$/;

/**
 * Copies the recordings of the runners to this machine, and removes them from the claim.
 * @returns their paths, and which runners failed or left no recording, a sentence each
 * @throws SetupError when none was copied
 */
export async function collectRecordings(collection: Collection): Promise<{
  readonly paths: readonly string[];
  readonly missing: readonly string[];
}> {
  const { kubectl, run, view, folder, record, say } = collection;
  const problems = new Map<string, string>();
  const noting = (runner: string) => (error: unknown) => {
    if (!(error instanceof SetupError)) throw error;
    problems.set(runner, error.message);
  };
  const kept = runnersOf(view).filter(({ phase }) => phase === 'Running');
  // In the claim, each of them has the recordings of all.
  const readers = run.recordings === 'claim' ? kept.slice(0, 1) : kept;
  const files: RemoteFile[] = [];
  await forEach(readers, async ({ name, role }) => {
    const found = await list(kubectl, name, run.name).catch(noting(role));
    files.push(...(found ?? []));
  });
  const paths = new Map<string, string>();
  await forEach(files, async (file) => {
    // A recording is named as its pod.
    const [runner = ''] = file.name.slice(run.name.length + 1).split('-');
    const segment = { index: Number(runner) - 1, of: run.parallelism };
    const path = record === undefined ? join(folder, file.name) : segmentPath(record, segment);
    await copy(kubectl, file, path).catch(noting(runner));
    if (problems.has(runner)) return;
    paths.set(runner, path);
    say(`Cluster: recording of runner ${runner} copied, ${formatCount(file.bytes)} bytes`);
  });
  const missing = await missingOf(collection, paths, problems);
  if (paths.size === 0) {
    throw new SetupError(`No recording could be copied from the cluster. ${missing.join(' ')}`);
  }
  const [first] = files;
  if (run.recordings === 'claim' && first !== undefined && problems.size === 0) {
    const line = `cd ${RECORDINGS_FOLDER} && rm -f ${run.name}-*`;
    await kubectl.text(inShell(first.pod, line));
  }
  return { paths: [...paths.values()].toSorted(), missing };
}

/** @throws KubectlFailure */
async function list(kubectl: Kubectl, pod: string, run: string): Promise<readonly RemoteFile[]> {
  const line = `cd ${RECORDINGS_FOLDER} && for f in ${run}-*.rec; do [ -f "$f" ] && echo "$f $(wc -c < "$f") $(sha256sum < "$f")"; done; true`;
  const text = await kubectl.text(inShell(pod, line), { limitMs: COPY_LIMIT_MS });
  return text.split('\n').flatMap((entry) => {
    const [name = '', bytes, sha256 = ''] = entry.trim().split(/\s+/);
    return FILE_NAME.test(name) ? [{ pod, name, bytes: Number(bytes), sha256 }] : [];
  });
}

/**
 * Copies a recording, and compares its checksum. A connection through the API server may break: what came is kept,
 * and the rest is copied.
 * @throws SetupError when it does not arrive complete
 */
async function copy(kubectl: Kubectl, file: RemoteFile, path: string): Promise<void> {
  const { pod, name, bytes, sha256 } = file;
  await pipeline([], createWriteStream(path, { mode: 0o600 }));
  let copied = 0;
  for (let failures = 0; copied < bytes && failures < MOST_FAILURES; ) {
    const rest = `tail -c +${copied + 1} ${name}`;
    const line = `cd ${RECORDINGS_FOLDER} && touch ${pod}${WANTED} && ${rest}`;
    const call = { into: createWriteStream(path, { flags: 'a' }), limitMs: COPY_LIMIT_MS };
    await kubectl.text(inShell(pod, line), call).catch((error) => {
      if (!(error instanceof KubectlFailure)) throw error;
    });
    const { size } = await stat(path);
    if (size === copied) failures += 1;
    copied = size;
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  if (copied === bytes && hash.digest('hex') === sha256) return;
  throw new SetupError(
    `The copy of ${name} from pod ${pod} differs: ${copied} of ${bytes} bytes arrived, or their checksum is another.`,
  );
}

/** A sentence for each runner that failed, or whose recording is not here, in the words of the cluster. */
async function missingOf(
  { kubectl, run, view }: Collection,
  paths: ReadonlyMap<string, string>,
  problems: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (let at = 1; at <= run.parallelism; at += 1) {
    const runner = String(at);
    const pods = view.pods.filter(({ role }) => role === runner);
    const hasFailed = !pods.some(({ exitCode = -1 }) => ENDED.has(exitCode));
    const words = hasFailed ? await wordsAbout(kubectl, { pods, events: [] }) : [];
    const left = paths.has(runner) ? [] : [problems.get(runner) ?? 'it left no recording'];
    const why = [...left, ...words].join('; ').replace(/\.$/, '');
    if (why !== '') sentences.push(`Runner ${runner}: ${why}.`);
  }
  return sentences;
}
