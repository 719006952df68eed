import { RECORDINGS_CLAIM } from '../../load/scenarios/cluster-objects.ts';
import { quoted } from './clipped.ts';
import type { ClusterEvent, Pod } from './cluster-state.ts';

/** How a pod failed: `what` follows its name in a sentence. */
export interface PodEnd {
  readonly what: string;
  readonly remedy: string;
  /** That of its program, where nothing else ended it. */
  readonly exitCode?: number;
}

const SEE_DOCS = 'docs/distributed.md has the requirements of the pods.';
const MORE_MEMORY =
  'Raise spec.runner.resources.limits.memory in the --patch file, or use more pods (--parallelism).';
/** The exit code of a program that a signal killed at once: nothing but the kernel sends it here. */
const KILLED = 137;
const LIVENESS = /liveness probe/i;

/**
 * How a pod failed; undefined for one that runs, waits or succeeded.
 * @param events the newest last
 * @param log what it printed
 */
export function endOf(
  pod: Pod,
  { events, log }: { readonly events: readonly ClusterEvent[]; readonly log: string | undefined },
): PodEnd | undefined {
  const { status } = pod;
  if (status?.phase !== 'Failed') return undefined;
  if (status.reason !== undefined && status.reason !== 'Error') {
    return removedEnd(status.reason, status.message);
  }
  const ended = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])]
    .map(({ state }) => state?.terminated)
    .find((terminated) => terminated !== undefined && terminated.exitCode !== 0);
  const { exitCode, reason = '', message = '' } = ended ?? {};
  if (reason === 'OOMKilled') {
    return {
      what: 'was killed, because it needed more memory than its limit',
      remedy: MORE_MEMORY,
    };
  }
  if (events.some((event) => isOf(event, pod) && LIVENESS.test(event.message ?? ''))) {
    return {
      what: 'was killed by its liveness probe: its engine did not respond',
      remedy:
        'Give it more CPU (spec.runner.resources in the --patch file), or use more pods (--parallelism).',
    };
  }
  if (reason === 'StartError' || reason === 'ContainerCannotRun') {
    return {
      what: `could not be started: ${quoted(message)}`,
      remedy:
        'Use an image with a shell and the engine as k6 on its path: engine/Dockerfile makes one.',
    };
  }
  return exitEnd(exitCode, log);
}

/** How a program ended that failed with this exit code, and printed this. */
export function exitEnd(exitCode: number | undefined, log: string | undefined): PodEnd {
  if (exitCode === KILLED) {
    return {
      what: 'was killed, probably because it needed more memory than its limit',
      remedy: MORE_MEMORY,
    };
  }
  const said = lastComplaint(log ?? '');
  const code = exitCode === undefined ? 'failed' : `failed with exit code ${exitCode}`;
  return {
    what: said === undefined ? code : `${code}: ${quoted(said)}`,
    remedy: remedyOf(said ?? ''),
    ...(exitCode !== undefined && { exitCode }),
  };
}

/** A pod that its node or the cluster has removed. */
function removedEnd(reason: string, message: string | undefined): PodEnd {
  const why = message === undefined ? reason : `${reason}: ${quoted(message)}`;
  return {
    what: `was removed by the cluster (${why})`,
    remedy:
      'Request what it needs in spec.runner.resources of the --patch file, or run it on nodes with room.',
  };
}

function remedyOf(said: string): string {
  if (/recording cannot be written/i.test(said)) {
    return `The volume of ${RECORDINGS_CLAIM} must be writable for the group 12345: use a driver that applies fsGroup, or change the owner of its folder. Without the claim, each pod keeps its recording itself.`;
  }
  if (/k6 executable not found/i.test(said)) {
    return 'Use an image with the engine as k6 on its path: engine/Dockerfile makes one.';
  }
  return SEE_DOCS;
}

function isOf({ involvedObject }: ClusterEvent, pod: Pod): boolean {
  return involvedObject.name === pod.metadata.name;
}

/** The last error that the engine logged, or the last line of another program. */
function lastComplaint(log: string): string | undefined {
  const lines = log.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('assay: '));
  const error = lines.findLast((line) => /\blevel"?[=:]"?(error|fatal)/.test(line));
  if (error === undefined) return lines.at(-1);
  const message = /\bmsg="((?:[^"\\]|\\.)*)"/.exec(error)?.[1];
  return message === undefined ? error : message.replaceAll('\\"', '"').replaceAll('\\n', ' ');
}
