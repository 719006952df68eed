import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClusterView, look } from '../../../src/commands/cluster/cluster-view.ts';
import { startTrouble, wordsAboutRun } from '../../../src/commands/cluster/cluster-words.ts';
import { Kubectl } from '../../../src/commands/cluster/kubectl.ts';
import { podOf, type StandInCluster, standInCluster } from './support/stand-in-cluster.ts';

const RUN = 'assay-1a2b3c4d';
const POD = `${RUN}-1-x`;

let cluster: StandInCluster;

beforeEach(async () => {
  cluster = await standInCluster();
});

afterEach(() => cluster.remove());

interface State {
  readonly stage?: string;
  readonly items?: readonly object[];
  readonly events?: readonly object[];
}

async function seen({ stage = 'created', items = [], events = [] }: State) {
  await cluster.answer('testrun', { status: { stage } });
  await cluster.answer('work', { items });
  await cluster.answer('events', { items: events });
  await cluster.answer('log', 'level=info msg="first"\nlevel=error msg="permission denied"\n');
  const kubectl = new Kubectl({ env: { ...cluster.env }, namespace: undefined });
  const view: ClusterView = await look(kubectl, { name: RUN, parallelism: 2 });
  return { trouble: startTrouble(view), words: await wordsAboutRun(kubectl, view) };
}

const pod = (status: object) => podOf(`${RUN}-1`, status);

const waiting = (reason: string, message: string) =>
  pod({
    phase: 'Pending',
    containerStatuses: [{ name: 'k6', state: { waiting: { reason, message } } }],
  });

const failed = (terminated: object) =>
  pod({ phase: 'Failed', containerStatuses: [{ name: 'k6', state: { terminated } }] });

const event = (kind: string, name: string, reason: string, message: string) => ({
  reason,
  message,
  involvedObject: { kind, name },
});

const condition = (type: string, status: string, message: string) =>
  pod({ phase: 'Pending', conditions: [{ type, status, message }] });

const MOUNT = event('Pod', POD, 'FailedMount', 'MountVolume.SetUp failed');

test.each<[what: string, state: State, trouble: string, words: string]>([
  [
    'a Secret that does not exist',
    { items: [waiting('CreateContainerConfigError', 'secret "assay-keys" not found')] },
    'complaint',
    `pod ${POD}: container k6: CreateContainerConfigError: secret "assay-keys" not found`,
  ],
  [
    'an image that cannot be pulled',
    { items: [waiting('ImagePullBackOff', 'Back-off')] },
    'complaint',
    `pod ${POD}: container k6: ImagePullBackOff: Back-off`,
  ],
  [
    'a node without room',
    { items: [condition('PodScheduled', 'False', '0/1 nodes: 1 Insufficient cpu.')] },
    'complaint',
    `pod ${POD}: not scheduled: 0/1 nodes: 1 Insufficient cpu.`,
  ],
  [
    'a pod that the namespace forbids',
    {
      items: [{ kind: 'Job', metadata: { name: `${RUN}-2` } }],
      events: [event('Job', `${RUN}-2`, 'FailedCreate', 'violates PodSecurity "restricted"')],
    },
    'complaint',
    `event FailedCreate: Job ${RUN}-2: violates PodSecurity "restricted"`,
  ],
  [
    'a volume that cannot be mounted',
    { items: [pod({ phase: 'Pending' })], events: [MOUNT] },
    'complaint',
    `pod ${POD}: FailedMount: MountVolume.SetUp failed`,
  ],
  [
    'a pod that needs too much memory',
    { items: [failed({ exitCode: 137, reason: 'OOMKilled' })] },
    'failure',
    `pod ${POD}: container k6: OOMKilled: exit code 137`,
  ],
  [
    'a pod that its node evicts',
    { items: [pod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low.' })] },
    'failure',
    `pod ${POD}: Evicted: The node was low.`,
  ],
  [
    'a program that fails',
    { items: [failed({ exitCode: 255, reason: 'Error' })] },
    'failure',
    `log of ${POD}: level=error msg="permission denied"`,
  ],
  [
    'a pod that its liveness probe kills',
    {
      items: [failed({ exitCode: 105, reason: 'Error' })],
      events: [event('Pod', POD, 'Unhealthy', 'Liveness probe failed: context deadline exceeded')],
    },
    'failure',
    `event Unhealthy: Pod ${POD}: Liveness probe failed: context deadline exceeded`,
  ],
])('on-cluster: %s is reported in the words of the cluster', async (_, state, trouble, words) => {
  const { trouble: is, words: lines } = await seen(state);
  expect(is).toBe(trouble);
  expect(lines).toContain(words);
});

test('on-cluster: a TestRun that the operator refuses is a failure', async () => {
  expect((await seen({ stage: 'error' })).trouble).toBe('failure');
});

test.each<[what: string, state: State]>([
  ['nothing yet', {}],
  ['an image that is being pulled', { items: [waiting('ContainerCreating', '')] }],
  ['pods that run', { items: [pod({ phase: 'Running' })] }],
  [
    'a volume that was mounted at the second attempt',
    { items: [condition('PodReadyToStartContainers', 'True', '')], events: [MOUNT] },
  ],
  [
    'a Job that was refused once and has its pod now',
    {
      items: [{ kind: 'Job', metadata: { name: `${RUN}-1` }, status: { active: 1 } }],
      events: [event('Job', `${RUN}-1`, 'FailedCreate', 'timeout')],
    },
  ],
])('on-cluster: %s is not a reason to stop', async (_, state) => {
  expect((await seen(state)).trouble).toBeUndefined();
});
