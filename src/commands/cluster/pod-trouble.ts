import { RECORDINGS_CLAIM } from '../../load/scenarios/cluster-objects.ts';
import { quoted } from './clipped.ts';
import { type ClusterEvent, nameOf, type Pod, roleOf } from './cluster-state.ts';
import { endOf } from './pod-end.ts';

/** Why a run cannot go on. */
export interface Trouble {
  /** What is wrong, where, and what to do. */
  readonly sentence: string;
  /** ms after which it ends the run: another node may come, a registry may answer again. 0 where it cannot pass. */
  readonly patienceMs: number;
}

const PATIENCE_MS = 20_000;
/** A failed pull has tried for some time before, and is repeated after 10 s. */
const PULL_PATIENCE_MS = 15_000;

type Waiting = { readonly reason?: string | undefined; readonly message?: string | undefined };

/** Waiting for an image. The first ones never pass: the name is wrong, or pulling is forbidden. */
const NEVER_PULLED = ['InvalidImageName', 'ErrImageNeverPull'];
const NOT_PULLED = [
  ...NEVER_PULLED,
  'ErrImagePull',
  'ImagePullBackOff',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
];
const NOT_STARTED = ['CreateContainerError', 'RunContainerError', 'CrashLoopBackOff'];
/** A node that has not read an object yet reads it again at once. */
const UNREAD = /failed to sync \w+ cache/;
const NOT_MOUNTED = ['FailedMount', 'FailedAttachVolume', 'FailedMapVolume'];

/**
 * Why a pod does not start; undefined where it runs, or may still start.
 * @param events the newest last
 * @param log of a pod that has failed
 */
export function podTrouble(
  pod: Pod,
  run: string,
  { events, log }: { readonly events: readonly ClusterEvent[]; readonly log: string | undefined },
): Trouble | undefined {
  return (
    failedTrouble(pod, run, events, log) ??
    waitingTrouble(pod, run) ??
    unscheduledTrouble(pod, run) ??
    mountTrouble(pod, run, events)
  );
}

function failedTrouble(
  pod: Pod,
  run: string,
  events: readonly ClusterEvent[],
  log: string | undefined,
): Trouble | undefined {
  const end = endOf(pod, { events, log });
  if (end === undefined) return undefined;
  const name = nameOf(pod, run);
  return { sentence: `${capital(name)} ${end.what}. ${end.remedy}`, patienceMs: 0 };
}

function waitingTrouble(pod: Pod, run: string): Trouble | undefined {
  const { status } = pod;
  const statuses = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  for (const { name, state } of statuses) {
    if (state?.waiting === undefined) continue;
    const image = pod.spec?.containers.find((container) => container.name === name)?.image;
    const trouble = waitingSentence(state.waiting, pod, run, image ?? 'its image');
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

function waitingSentence(
  { reason = '', message = '' }: Waiting,
  pod: Pod,
  run: string,
  image: string,
): Trouble | undefined {
  const name = nameOf(pod, run);
  const said = message === '' ? reason : `${reason}: ${quoted(message)}`;
  if (NOT_PULLED.includes(reason)) {
    const sentence = `The image ${image} of ${name} cannot be pulled (${said}). ${imageRemedy(pod, run)}`;
    return { sentence, patienceMs: NEVER_PULLED.includes(reason) ? 0 : PULL_PATIENCE_MS };
  }
  if (reason === 'CreateContainerConfigError') {
    const sentence = `${capital(name)} cannot start: ${quoted(message)}. ${configurationRemedy(message)}`;
    return { sentence, patienceMs: 0 };
  }
  if (!NOT_STARTED.includes(reason)) return undefined;
  const sentence = `${capital(name)} cannot start (${said}). ${startRemedy(message)}`;
  return { sentence, patienceMs: 0 };
}

function imageRemedy(pod: Pod, run: string): string {
  const which =
    roleOf(pod, run) === 'starter'
      ? 'Name another one as spec.starter.image in the --patch file'
      : 'Name another one with --image';
  return `${which}, or give the credentials of its registry as imagePullSecrets in the --patch file.`;
}

function configurationRemedy(message: string): string {
  if (/secret .*not found/i.test(message)) {
    return 'Create the Secret, or set ASSAY_API_KEY here: a Secret is then created for the run.';
  }
  if (/non-numeric user|runAsNonRoot|run as root/i.test(message)) {
    return 'Use an image whose user is a number, as that of engine/Dockerfile (12345:12345).';
  }
  return 'Correct the --patch file, or what it refers to.';
}

/** For a container that its runtime could not start. */
function startRemedy(message: string): string {
  return /executable file not found|no such file/i.test(message)
    ? 'Use an image with a shell and the engine as k6 on its path: engine/Dockerfile makes one.'
    : 'Correct the image, or the --patch file.';
}

function unscheduledTrouble(pod: Pod, run: string): Trouble | undefined {
  const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status !== 'False' || scheduled.reason !== 'Unschedulable') return undefined;
  const message = scheduled.message ?? 'no node accepts it';
  const sentence = `The cluster cannot schedule ${nameOf(pod, run)}: ${quoted(message)}. ${schedulingRemedy(message)}`;
  return { sentence, patienceMs: PATIENCE_MS };
}

function schedulingRemedy(message: string): string {
  if (/persistentvolumeclaim/i.test(message)) {
    return `Check the volume claim: kubectl describe pvc ${RECORDINGS_CLAIM}.`;
  }
  if (/insufficient/i.test(message)) {
    return 'Lower spec.runner.resources in the --patch file or --parallelism, add nodes, or wait longer for them with --start-limit.';
  }
  return 'Change nodeSelector or tolerations in the --patch file, or add a node that fits.';
}

function mountTrouble(pod: Pod, run: string, events: readonly ClusterEvent[]): Trouble | undefined {
  const { phase, conditions } = pod.status ?? {};
  const mounted = conditions?.find(({ type }) => type === 'PodReadyToStartContainers');
  if (phase !== 'Pending' || mounted?.status === 'True') return undefined;
  const event = events.findLast(
    ({ reason = '', message = '', involvedObject }) =>
      NOT_MOUNTED.includes(reason) &&
      involvedObject.name === pod.metadata.name &&
      !UNREAD.test(message),
  );
  if (event === undefined) return undefined;
  const message = event.message ?? '';
  const sentence = `A volume of ${nameOf(pod, run)} cannot be mounted: ${quoted(message)}. ${mountRemedy(message, pod)}`;
  return { sentence, patienceMs: PATIENCE_MS };
}

function mountRemedy(message: string, pod: Pod): string {
  return /"recordings"|persistentvolumeclaim/i.test(message)
    ? `Check the claim ${RECORDINGS_CLAIM} and the driver of its volume.`
    : `Check its volumes: kubectl describe pod ${pod.metadata.name}.`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
