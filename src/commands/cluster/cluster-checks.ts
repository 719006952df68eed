import { z } from 'zod';
import { SetupError } from '../../input/setup-error.ts';
import { RECORDINGS_CLAIM } from '../../load/scenarios/cluster-objects.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

const ContextSchema = z.object({
  contexts: z
    .array(
      z.object({
        name: z.string(),
        context: z.object({ namespace: z.string().optional() }).optional(),
      }),
    )
    .nullish(),
});

const ResourcesSchema = z.object({ resources: z.array(z.object({ name: z.string() })) });

const ClaimSchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      status: z.object({ phase: z.string().optional() }).optional(),
    }),
  ),
});

/** What a run does on a cluster, in the words of `kubectl auth can-i`. */
const RIGHTS: readonly (readonly string[])[] = [
  ['create', 'testruns.k6.io'],
  ['create', 'configmaps'],
  ['list', 'pods'],
  ['create', 'pods/exec'],
];

/** Where a run goes. */
export interface ClusterPlace {
  /** Such as "context kind-load, namespace load". */
  readonly name: string;
  readonly kubectl: Kubectl;
  /** Whether the namespace has the claim for the recordings. */
  readonly hasClaim: boolean;
}

/**
 * Makes sure that a TestRun can run, before anything is created.
 * @param wanted the namespace; that of the current context when absent
 * @throws SetupError with what is missing and how it is made
 */
export async function checkCluster(
  kubectl: Kubectl,
  wanted: string | undefined,
): Promise<ClusterPlace> {
  const context = await currentContext(kubectl);
  const namespace = wanted ?? context?.namespace;
  const scoped = kubectl.within(namespace);
  await requireOperator(scoped);
  await requireNamespace(scoped, namespace);
  const [hasClaim] = await Promise.all([
    findClaim(scoped),
    ...RIGHTS.map((words) => requireRight(scoped, words)),
  ]);
  const names = [
    ...(context === undefined ? [] : [`context ${context.name}`]),
    `namespace ${namespace ?? 'default'}`,
  ];
  return { name: names.join(', '), kubectl: scoped, hasClaim };
}

/** Undefined within a pod, whose account kubectl uses without a context. */
async function currentContext(
  kubectl: Kubectl,
): Promise<{ readonly name: string; readonly namespace: string | undefined } | undefined> {
  try {
    const { contexts } = await kubectl.json(['config', 'view', '--minify'], ContextSchema);
    const [first] = contexts ?? [];
    return first && { name: first.name, namespace: first.context?.namespace ?? 'default' };
  } catch (error) {
    if (error instanceof KubectlFailure) return undefined;
    throw error;
  }
}

async function requireOperator(kubectl: Kubectl): Promise<void> {
  const path = '/apis/k6.io/v1alpha1';
  const missing = new SetupError(
    'The cluster has no TestRuns (k6.io/v1alpha1): the k6 operator is not installed. Install it: https://grafana.com/docs/k6/latest/set-up/set-up-distributed-k6/install-k6-operator/.',
  );
  let text: string;
  try {
    text = await kubectl.text(['get', '--raw', path]);
  } catch (error) {
    if (error instanceof KubectlFailure && error.kind === 'not-found') throw missing;
    throw error;
  }
  const { resources } = ResourcesSchema.parse(JSON.parse(text));
  if (!resources.some(({ name }) => name === 'testruns')) throw missing;
}

/** @throws SetupError; nothing where the account may not see namespaces */
async function requireNamespace(kubectl: Kubectl, namespace: string | undefined): Promise<void> {
  if (namespace === undefined) return;
  try {
    await kubectl.text(['get', 'namespace', namespace, '-o', 'name']);
  } catch (error) {
    if (!(error instanceof KubectlFailure) || error.kind === 'forbidden') return;
    if (error.kind !== 'not-found') throw error;
    throw new SetupError(
      `Namespace ${namespace} does not exist. Create it (kubectl create namespace ${namespace}), or name another one with --namespace.`,
    );
  }
}

async function findClaim(kubectl: Kubectl): Promise<boolean> {
  let claims: z.output<typeof ClaimSchema>;
  try {
    claims = await kubectl.json(['get', 'persistentvolumeclaims'], ClaimSchema);
  } catch (error) {
    if (error instanceof KubectlFailure && error.kind === 'forbidden') return false;
    throw error;
  }
  const claim = claims.items.find(({ metadata }) => metadata.name === RECORDINGS_CLAIM);
  if (claim?.status?.phase === 'Lost') {
    throw new SetupError(
      `The volume of the claim ${RECORDINGS_CLAIM} is lost. Delete the claim and create it again: ${kubectl.line('describe', 'pvc', RECORDINGS_CLAIM)}.`,
    );
  }
  return claim !== undefined;
}

async function requireRight(kubectl: Kubectl, words: readonly string[]): Promise<void> {
  try {
    await kubectl.text(['auth', 'can-i', ...words]);
  } catch (error) {
    if (!(error instanceof KubectlFailure) || error.kind === 'unreachable') throw error;
    throw new SetupError(
      `The account of kubectl may not ${words.join(' ')}${kubectl.namespace === undefined ? '' : ` in namespace ${kubectl.namespace}`}. Use one with this right, or another namespace (--namespace): ${kubectl.line('auth', 'can-i', ...words)}.`,
    );
  }
}
