import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { SetupError } from '../../input/setup-error.ts';
import { RECORDINGS_FOLDER } from '../../load/scenarios/cluster-objects.ts';
import { WANTED_FILE } from '../../load/scenarios/kept-runner.ts';
import { CONTAINER } from './collector.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

/** A recording in a pod. */
export interface RemoteFile {
  readonly pod: string;
  /** Its name in the folder of the recordings. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A connection through the API server may break: what came is kept, and the rest is copied. */
const PIECE_BYTES = 256 * 1024 * 1024;
const PIECE_LIMIT_MS = 600_000;
const LIST_LIMIT_MS = 600_000;
const MOST_FAILURES = 5;
/** Others may write to the volume: no name of it gets into a shell or a path unseen. */
const FILE_NAME = /^[\w-]+\.rec$/;

/**
 * The recordings of a run that a pod can read.
 * @throws KubectlFailure
 */
export async function listRecordings(
  kubectl: Kubectl,
  pod: string,
  run: string,
): Promise<readonly RemoteFile[]> {
  const line = `cd ${RECORDINGS_FOLDER} && for f in ${run}-*.rec; do [ -f "$f" ] && echo "$f $(wc -c < "$f") $(sha256sum < "$f")"; done; true`;
  const text = await kubectl.text(inShell(pod, line), { limitMs: LIST_LIMIT_MS });
  return text.split('\n').flatMap((entry) => {
    const [name, bytes, sha256] = entry.trim().split(/\s+/);
    if (name === undefined || bytes === undefined || sha256 === undefined) return [];
    if (!FILE_NAME.test(name)) return [];
    return [{ pod, name, bytes: Number(bytes), sha256 }];
  });
}

/**
 * Copies a recording, in pieces, and compares its checksum.
 * @throws SetupError when it does not arrive complete
 */
export async function copyRecording(
  kubectl: Kubectl,
  file: RemoteFile,
  path: string,
): Promise<void> {
  await pipeline([], createWriteStream(path, { mode: 0o600 }));
  let failures = 0;
  for (let copied = 0; copied < file.bytes; copied = (await stat(path)).size) {
    try {
      await copyPiece(kubectl, file, path, copied);
    } catch (error) {
      failures += 1;
      if (!(error instanceof KubectlFailure) || failures >= MOST_FAILURES) throw error;
    }
    if ((await stat(path)).size === copied && ++failures >= MOST_FAILURES) break;
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { size } = await stat(path);
  if (size === file.bytes && hash.digest('hex') === file.sha256) return;
  throw new SetupError(
    `The copy of ${file.name} from pod ${file.pod} differs: ${size} of ${file.bytes} bytes arrived, or their checksum is another.`,
  );
}

async function copyPiece(
  kubectl: Kubectl,
  { pod, name }: RemoteFile,
  path: string,
  from: number,
): Promise<void> {
  const keep = `if [ -f ${WANTED_FILE} ]; then touch ${WANTED_FILE}; fi`;
  const line = `cd ${RECORDINGS_FOLDER} && ${keep} && tail -c +${from + 1} ${name} | head -c ${PIECE_BYTES}`;
  await kubectl.copy(inShell(pod, line), createWriteStream(path, { flags: 'a' }), PIECE_LIMIT_MS);
}

/** Removes recordings that were copied. */
export async function removeRecordings(
  kubectl: Kubectl,
  pod: string,
  files: readonly RemoteFile[],
): Promise<void> {
  const names = files.map(({ name }) => name).join(' ');
  await kubectl.text(inShell(pod, `cd ${RECORDINGS_FOLDER} && rm -f ${names}`));
}

function inShell(pod: string, line: string): readonly string[] {
  return ['exec', pod, '-c', CONTAINER, '--', 'sh', '-c', line];
}
