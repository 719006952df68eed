import { quoted } from './clipped.ts';
import { type ClusterView, roleOf, runnersOf } from './cluster-state.ts';
import { podTrouble, type Trouble } from './pod-trouble.ts';

/** An operator that runs takes a TestRun within a second. */
const TAKEN_WITHIN_MS = 25_000;
/** A Job has its pod within a second. The operator creates the Jobs of all runners together. */
const POD_WITHIN_MS = 25_000;
/** Running pods answer the operator at once; it asks again after up to 25 s. */
const STARTED_WITHIN_MS = 40_000;

/**
 * Why the load of a TestRun does not start; undefined where nothing is wrong, or nothing is known yet.
 * After it has started, only pods that are needed once matter: a runner that fails is reported at the end.
 */
export function startTrouble(view: ClusterView): Trouble | undefined {
  return (
    forbiddenTrouble(view) ??
    podsTrouble(view) ??
    stageTrouble(view) ??
    idleOperatorTrouble(view) ??
    silentTrouble(view)
  );
}

function podsTrouble(view: ClusterView): Trouble | undefined {
  const { name, events, logs } = view;
  const troubles = view.pods
    .filter((pod) => roleOf(pod, name) !== undefined)
    .map((pod) => podTrouble(pod, name, { events, log: logs.get(pod.metadata.name) }))
    .filter((trouble) => trouble !== undefined);
  return troubles.find(({ patienceMs }) => patienceMs === 0) ?? troubles[0];
}

/** The cluster refuses to create a pod: it then exists nowhere, and only an event says so. */
function forbiddenTrouble({ events, jobs }: ClusterView): Trouble | undefined {
  const waiting = new Set(
    jobs
      .filter(({ status }) => (status?.active ?? 0) + (status?.succeeded ?? 0) === 0)
      .map(({ metadata }) => metadata.name),
  );
  const event = events.findLast(
    ({ reason, involvedObject: { kind, name = '' } }) =>
      reason === 'FailedCreate' && kind === 'Job' && waiting.has(name),
  );
  if (event === undefined) return undefined;
  const message = event.message ?? 'no reason was given';
  return {
    sentence: `The cluster refuses the pod of the Job ${event.involvedObject.name}: ${quoted(message)}. ${refusalRemedy(message)}`,
    patienceMs: 0,
  };
}

function refusalRemedy(message: string): string {
  if (/violates PodSecurity/i.test(message)) {
    return 'Remove what the policy of the namespace forbids from the --patch file, or use another namespace (--namespace).';
  }
  if (/exceeded quota/i.test(message)) {
    return 'Lower --parallelism or spec.runner.resources in the --patch file, or raise the quota of the namespace.';
  }
  if (/serviceaccount/i.test(message)) {
    return 'Name one that exists as serviceAccountName in the --patch file.';
  }
  return 'Change the --patch file to what the namespace admits, or use another namespace (--namespace).';
}

function stageTrouble({ stage, parallelism, complaint }: ClusterView): Trouble | undefined {
  if (stage !== 'error') return undefined;
  return {
    sentence: `The operator refuses the TestRun (stage error). ${loggedSentence(complaint)} --parallelism ${parallelism} may be more than the scenario has virtual users.`,
    patienceMs: 0,
  };
}

function idleOperatorTrouble({ stage, ageMs }: ClusterView): Trouble | undefined {
  if (stage !== undefined || ageMs < TAKEN_WITHIN_MS) return undefined;
  return {
    sentence: `No k6 operator has handled the TestRun within ${TAKEN_WITHIN_MS / 1000} s. Check that it runs, and that it watches this namespace: kubectl get deployments --all-namespaces, then kubectl logs of k6-operator-controller-manager.`,
    patienceMs: 0,
  };
}

function silentTrouble(view: ClusterView): Trouble | undefined {
  const { stage, pods, name, parallelism, unchangedMs, complaint } = view;
  const runners = runnersOf(view);
  const isStarting = stage === 'initialization' || stage === 'initialized' || stage === 'created';
  if (!isStarting) return undefined;
  const isEmpty = stage === 'initialization' ? pods.length === 0 : runners.length < parallelism;
  if (isEmpty && unchangedMs >= POD_WITHIN_MS) {
    const what =
      stage === 'initialization'
        ? 'the pod of the initializer'
        : `${parallelism - runners.length} of ${parallelism} runners`;
    const where =
      complaint === undefined
        ? `The events of the Jobs, or the log of the operator, have the reason: kubectl describe jobs -l k6_cr=${name}.`
        : `The operator logged: ${complaint}. Correct the --patch file.`;
    return {
      sentence: `The cluster has not created ${what} within ${POD_WITHIN_MS / 1000} s of stage ${stage}. ${where}`,
      patienceMs: 0,
    };
  }
  const isRunning =
    runners.length === parallelism && runners.every(({ status }) => status?.phase === 'Running');
  if (!isRunning || stage !== 'created' || unchangedMs < STARTED_WITHIN_MS) return undefined;
  return {
    sentence: `All ${parallelism} runners run, and the operator has not started the load within ${STARTED_WITHIN_MS / 1000} s. It must reach port 6565 of their Services: check the NetworkPolicies of the namespace, and a service mesh. ${loggedSentence(complaint)}`,
    patienceMs: 0,
  };
}

function loggedSentence(complaint: string | undefined): string {
  return complaint === undefined ? 'Its log has the reason.' : `Its log says: ${complaint}.`;
}

/** Whether the starter has released the runners. */
export function isReleased({ pods, name }: ClusterView): boolean {
  return pods.some((pod) => roleOf(pod, name) === 'starter' && pod.status?.phase === 'Succeeded');
}
