import { expect, test } from 'vitest';
import {
  type ClusterEvent,
  type ClusterView,
  type Pod,
  PodSchema,
} from '../../../src/commands/cluster/cluster-state.ts';
import { startTrouble } from '../../../src/commands/cluster/cluster-trouble.ts';
import { lastError } from '../../../src/commands/cluster/operator-log.ts';
import { podOf } from './support/stand-in-cluster.ts';

const RUN = 'assay-1a2b3c4d';

function view(change: Partial<ClusterView>): ClusterView {
  return {
    name: RUN,
    parallelism: 2,
    stage: 'created',
    jobs: [],
    pods: [],
    events: [],
    logs: new Map(),
    complaint: undefined,
    ageMs: 5000,
    unchangedMs: 5000,
    ...change,
  };
}

function pod(part: string, status: object): Pod {
  return PodSchema.parse(podOf(`${RUN}-${part}`, status));
}

function waiting(part: string, reason: string, message: string): Pod {
  const state = { waiting: { reason, message } };
  return pod(part, { phase: 'Pending', containerStatuses: [{ name: 'k6', state }] });
}

function failed(part: string, terminated: object): Pod {
  return pod(part, {
    phase: 'Failed',
    containerStatuses: [{ name: 'k6', state: { terminated } }],
  });
}

function event(kind: string, name: string, reason: string, message: string): ClusterEvent {
  return { type: 'Warning', reason, message, involvedObject: { kind, name: `${RUN}-${name}` } };
}

function unscheduled(message: string): Pod {
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  return pod('1', { phase: 'Pending', conditions: [condition] });
}

const LOG = (line: string): ReadonlyMap<string, string> => new Map([[`${RUN}-1-x`, line]]);

test.each<[what: string, state: Partial<ClusterView>, sentence: RegExp]>([
  [
    'no Secret',
    {
      pods: [waiting('1', 'CreateContainerConfigError', 'secret "assay-keys" not found')],
    },
    /^Runner 1 \(pod assay-1a2b3c4d-1-x\) cannot start: secret "assay-keys" not found\. Create the Secret, or set ASSAY_API_KEY here/,
  ],
  [
    'an image with a user by name',
    {
      pods: [
        waiting(
          '1',
          'CreateContainerConfigError',
          'container has runAsNonRoot and image has non-numeric user (k6), cannot verify user is non-root',
        ),
      ],
    },
    /cannot start: .*non-numeric user \(k6\).* Use an image whose user is a number/,
  ],
  [
    'an image that does not exist',
    { stage: 'initialization', pods: [waiting('initializer', 'ImagePullBackOff', 'Back-off')] },
    /^The image assay-engine:1 of the initializer \(pod .*\) cannot be pulled \(ImagePullBackOff: Back-off\)\. Name another one with --image, or give/,
  ],
  [
    'the image of the starter that cannot be pulled',
    {
      stage: 'started',
      pods: [
        pod('1', { phase: 'Running' }),
        pod('2', { phase: 'Running' }),
        waiting('starter', 'ErrImagePull', 'not found'),
      ],
    },
    /^The image assay-engine:1 of the starter .* spec\.starter\.image in the --patch file/,
  ],
  [
    'an image without the engine',
    {
      pods: [
        failed('1', {
          exitCode: 128,
          reason: 'StartError',
          message: 'exec: "k6": executable file not found in $PATH: unknown',
        }),
      ],
    },
    /^Runner 1 \(pod .*\) could not be started: exec: "k6": .* Use an image with a shell and the engine/,
  ],
  [
    'a node without room',
    { pods: [unscheduled('0/1 nodes are available: 1 Insufficient cpu.')] },
    /^The cluster cannot schedule runner 1 \(pod .*\): 0\/1 nodes are available: 1 Insufficient cpu\. Lower spec\.runner\.resources/,
  ],
  [
    'a node selector that fits no node',
    { pods: [unscheduled("0/1 nodes are available: 1 node(s) didn't match.")] },
    /Change nodeSelector or tolerations/,
  ],
  [
    'a claim without a volume',
    { pods: [unscheduled('pod has unbound immediate PersistentVolumeClaims.')] },
    /kubectl describe pvc assay-recordings/,
  ],
  [
    'a namespace that forbids the pod',
    {
      stage: 'initialization',
      jobs: [{ kind: 'Job', metadata: { name: `${RUN}-initializer` } }],
      events: [
        event(
          'Job',
          'initializer',
          'FailedCreate',
          'Error creating: pods "x" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true',
        ),
      ],
    },
    /^The cluster refuses the pod of the Job assay-1a2b3c4d-initializer: .*violates PodSecurity "restricted:latest".* Remove what the policy/,
  ],
  [
    'a quota',
    {
      jobs: [{ kind: 'Job', metadata: { name: `${RUN}-2` } }],
      events: [event('Job', '2', 'FailedCreate', 'pods "x" is forbidden: exceeded quota: small')],
    },
    /exceeded quota: small\. Lower --parallelism/,
  ],
  [
    'a volume that cannot be written',
    {
      pods: [failed('1', { exitCode: 255, reason: 'Error' })],
      logs: LOG(
        'time="2026-11-23T05:00:00Z" level=error msg="the recording cannot be written: open /recordings/x.rec: permission denied. ASSAY_RECORD must name a file in a folder that exists" hint="x"',
      ),
    },
    /^Runner 1 \(pod .*\) failed with exit code 255: the recording cannot be written: .* must be writable for the group 12345/,
  ],
  [
    'a volume that cannot be mounted',
    {
      pods: [pod('1', { phase: 'Pending' })],
      events: [
        event('Pod', '1-x', 'FailedMount', 'MountVolume.SetUp failed for volume "recordings"'),
      ],
    },
    /^A volume of runner 1 \(pod .*\) cannot be mounted: MountVolume\.SetUp failed/,
  ],
  [
    'a runner that needs too much memory',
    { stage: 'started', pods: [failed('1', { exitCode: 137, reason: 'OOMKilled' })] },
    /^Runner 1 .* was killed, because it needed more memory than its limit\. Raise/,
  ],
  [
    'a runner that its node evicts',
    {
      pods: [
        pod('1', { phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory.' }),
      ],
    },
    /^Runner 1 .* was removed by the cluster \(Evicted: The node was low on memory\)\./,
  ],
  [
    'a runner that its liveness probe kills',
    {
      pods: [failed('1', { exitCode: 105, reason: 'Error' })],
      events: [
        event('Pod', '1-x', 'Unhealthy', 'Liveness probe failed: context deadline exceeded'),
      ],
    },
    /^Runner 1 .* was killed by its liveness probe: .* Give it more CPU/,
  ],
  [
    'a TestRun that the operator refuses',
    { stage: 'error', complaint: 'Parallelism argument cannot be larger than maximum VUs' },
    /^The operator refuses the TestRun \(stage error\)\. Its log says: Parallelism argument .*--parallelism 2 may be more/,
  ],
  [
    'an operator that does not run',
    { stage: undefined, ageMs: 25_000 },
    /^No k6 operator has handled the TestRun within 25 s\. Check that it runs/,
  ],
  [
    'Jobs without pods',
    { stage: 'initialization', unchangedMs: 25_000 },
    /^The cluster has not created the pod of the initializer within 25 s/,
  ],
  [
    'Jobs that the operator cannot create',
    {
      stage: 'initialized',
      unchangedMs: 25_000,
      complaint: 'Failed to launch k6 test: Job.batch "x" is invalid',
    },
    /^The cluster has not created 2 of 2 runners within 25 s of stage initialized\. The operator logged: Failed to launch k6 test: Job\.batch "x" is invalid\. Correct/,
  ],
  [
    'pods that the operator cannot reach',
    {
      pods: [pod('1', { phase: 'Running' }), pod('2', { phase: 'Running' })],
      unchangedMs: 40_000,
    },
    /^All 2 runners run, and the operator has not started the load within 40 s\. It must reach port 6565/,
  ],
])('on-cluster: %s is reported with its remedy', (_, state, sentence) => {
  expect(startTrouble(view(state))?.sentence).toMatch(sentence);
});

test.each<[what: string, state: Partial<ClusterView>]>([
  ['a TestRun that was just created', { stage: undefined, ageMs: 3000 }],
  [
    'a volume that was mounted at the second attempt',
    {
      pods: [
        pod('1', {
          phase: 'Pending',
          conditions: [{ type: 'PodReadyToStartContainers', status: 'True' }],
        }),
      ],
      events: [event('Pod', '1-x', 'FailedMount', 'MountVolume.SetUp failed')],
    },
  ],
  [
    'a ConfigMap that the node has not read yet',
    {
      pods: [pod('1', { phase: 'Pending' })],
      events: [event('Pod', '1-x', 'FailedMount', 'failed to sync configmap cache: timed out')],
    },
  ],
  ['an image that is being pulled', { pods: [waiting('1', 'ContainerCreating', '')] }],
  ['pods that run', { pods: [pod('1', { phase: 'Running' }), pod('2', { phase: 'Running' })] }],
  [
    'a Job that was refused once and has its pod now',
    {
      jobs: [{ kind: 'Job', metadata: { name: `${RUN}-1` }, status: { active: 1 } }],
      events: [event('Job', '1', 'FailedCreate', 'timeout')],
    },
  ],
  [
    'pods of another run',
    { pods: [PodSchema.parse(podOf('assay-00000000-1', { phase: 'Failed' }))] },
  ],
])('on-cluster: %s is not reported as a reason to stop', (_, state) => {
  expect(startTrouble(view(state))).toBeUndefined();
});

test('on-cluster: what another node or a registry can cure may pass', () => {
  const states = [
    unscheduled('0/1 nodes are available: 1 Insufficient cpu.'),
    waiting('1', 'ImagePullBackOff', 'Back-off'),
  ];
  for (const state of states)
    expect(startTrouble(view({ pods: [state] }))?.patienceMs).toBeGreaterThan(0);
  const lasting = waiting('1', 'InvalidImageName', "couldn't parse image name");
  expect(startTrouble(view({ pods: [lasting] }))?.patienceMs).toBe(0);
});

test('on-cluster: the log of the operator has the reason why a run does not go on', () => {
  const log = [
    '2026-11-23T05:36:53Z\tERROR\tcontrollers.TestRun\tFailed to launch k6 test\t{"namespace": "load", "name": "assay-1a2b3c4d", "error": "Job.batch \\"assay-1a2b3c4d-1\\" is invalid: privileged: Forbidden"}',
    '2026-11-23T05:36:54Z\tINFO\tcontrollers.TestRun\tReconcile(); stage = error\t{"name": "assay-1a2b3c4d"}',
    '2026-11-23T05:36:54Z\tERROR\tReconciler error\t{"name": "assay-00000000", "error": "another"}',
  ].join('\n');
  expect(lastError(log, RUN)).toBe(
    'Failed to launch k6 test: Job.batch "assay-1a2b3c4d-1" is invalid: privileged: Forbidden',
  );
  expect(lastError(log, 'assay-ffffffff')).toBeUndefined();
});
