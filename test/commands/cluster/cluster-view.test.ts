import { afterEach, beforeEach, expect, test } from 'vitest';
import { look, wordsAbout } from '../../../src/commands/cluster/cluster-view.ts';
import { startTrouble } from '../../../src/commands/cluster/follow-run.ts';
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
  const kubectl = new Kubectl({ ...cluster.env }, undefined);
  const view = await look(kubectl, { name: RUN, parallelism: 2 }, new Map());
  return { trouble: startTrouble(view), words: await wordsAbout(kubectl, view) };
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

const MOUNT = event('Pod', POD, 'FailedMount', 'MountVolume.SetUp failed');

test.each<[what: string, state: State, trouble: string, words: string]>([
  [
    'a Secret that does not exist',
    { items: [waiting('CreateContainerConfigError', 'secret "assay-keys" not found')] },
    'stuck',
    `pod ${POD}: container k6: CreateContainerConfigError: secret "assay-keys" not found`,
  ],
  [
    'an image that cannot be pulled',
    { items: [waiting('ImagePullBackOff', 'Back-off')] },
    'stuck',
    `pod ${POD}: container k6: ImagePullBackOff: Back-off`,
  ],
  [
    'a node without room',
    {
      items: [pod({ phase: 'Pending' })],
      events: [event('Pod', POD, 'FailedScheduling', '0/1 nodes: 1 Insufficient cpu.')],
    },
    'stuck',
    `pod ${POD}: FailedScheduling: 0/1 nodes: 1 Insufficient cpu.`,
  ],
  [
    'a pod that the namespace forbids',
    {
      events: [event('Job', `${RUN}-2`, 'FailedCreate', 'violates PodSecurity "restricted"')],
    },
    'stuck',
    `event FailedCreate: Job ${RUN}-2: violates PodSecurity "restricted"`,
  ],
  [
    'a volume that cannot be mounted',
    { items: [pod({ phase: 'Pending' })], events: [MOUNT] },
    'stuck',
    `pod ${POD}: FailedMount: MountVolume.SetUp failed`,
  ],
  [
    'a pod that needs too much memory',
    { items: [failed({ exitCode: 137, reason: 'OOMKilled' })] },
    'failed',
    `pod ${POD}: container k6: OOMKilled: exit code 137`,
  ],
  [
    'a pod that its node evicts',
    { items: [pod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low.' })] },
    'failed',
    `pod ${POD}: Evicted: The node was low.`,
  ],
  [
    'a program that fails',
    { items: [failed({ exitCode: 255, reason: 'Error' })] },
    'failed',
    `log of ${POD}: level=error msg="permission denied"`,
  ],
  [
    'a pod that its liveness probe kills',
    {
      items: [failed({ exitCode: 105, reason: 'Error' })],
      events: [event('Pod', POD, 'Unhealthy', 'Liveness probe failed: context deadline exceeded')],
    },
    'failed',
    `event Unhealthy: Pod ${POD}: Liveness probe failed: context deadline exceeded`,
  ],
])('on-cluster: %s is reported in the words of the cluster', async (_, state, trouble, words) => {
  const { trouble: is, words: lines } = await seen(state);
  expect(is).toBe(trouble);
  expect(lines).toContain(words);
});

test('on-cluster: a TestRun that the operator refuses is a failure', async () => {
  expect((await seen({ stage: 'error' })).trouble).toBe('failed');
});

test.each<[what: string, state: State]>([
  ['an image that is being pulled', { items: [waiting('ContainerCreating', '')] }],
  [
    'a volume that was mounted at the second attempt',
    {
      items: [
        pod({
          phase: 'Pending',
          conditions: [{ type: 'PodReadyToStartContainers', status: 'True' }],
        }),
      ],
      events: [MOUNT],
    },
  ],
])('on-cluster: %s is waited for', async (_, state) => {
  expect((await seen(state)).trouble).toBeUndefined();
});
