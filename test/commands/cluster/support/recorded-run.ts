import { END, frameBytes, HELLO, recordingBytes } from '../../../load/tap/frame-bytes.ts';
import { podOf, type StandInCluster } from './stand-in-cluster.ts';

/** A pod that waits after its load. */
export const KEPT = { phase: 'Running', containerStatuses: [{ name: 'k6', ready: false }] };

/** The recording of one of two runners. */
export function recording(index: number, ...frames: readonly Buffer[]): Buffer {
  const hello = { ...HELLO, pid: index, segment: { index, of: 2 } };
  return recordingBytes(frameBytes('hello', hello), ...frames);
}

/** Both runners and the starter have done their work. */
export async function loaded(cluster: StandInCluster, runners: object): Promise<void> {
  await cluster.answer('testrun', { status: { stage: 'started' } });
  const items = ['RUN-1', 'RUN-2'].map((job) => podOf(job, runners));
  await cluster.answer('work', {
    items: [...items, podOf('RUN-starter', { phase: 'Succeeded' })],
  });
}

/** A run without a claim, of which the second runner has no recording. */
export async function halfRecorded(cluster: StandInCluster): Promise<void> {
  await loaded(cluster, KEPT);
  for (const pod of ['1-x', '2-x']) await cluster.putFile(pod, `RUN-${pod}.exit-code`, '0\n');
  await cluster.putFile('1-x', 'RUN-1-x.rec', recording(0, frameBytes('end', END)));
}
