import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFolder } from '../support/test-folder.ts';
import { assay, GATEWAY, type Gateway, startGateway } from './support/inside.ts';
import {
  leftIn,
  type Prepared,
  prepareNamespace,
  removeNamespace,
} from './support/load-namespace.ts';

/** A cluster that works must say why a load does not within this time. */
const PATIENCE_MS = 60_000;
const SMALL = { requests: { cpu: '50m', memory: '64Mi' } };
const LOAD = ['--target', GATEWAY, '--profile', 'reference', '--duration', '5s'];

interface WrongSetUp {
  readonly what: string;
  /** Its namespace. */
  readonly name: string;
  readonly prepared?: Omit<Prepared, 'keys'>;
  /** Replaces members of the runner. */
  readonly runner?: object;
  readonly flags?: readonly string[];
  readonly withoutKeys?: true;
  readonly says: RegExp;
}

const WRONG: readonly WrongSetUp[] = [
  {
    what: 'no key and no Secret',
    name: 'no-secret',
    withoutKeys: true,
    says: /CreateContainerConfigError: secret "assay-keys" not found/,
  },
  {
    what: 'a Secret that does not exist',
    name: 'absent-secret',
    runner: { envFrom: [{ secretRef: { name: 'absent' } }] },
    says: /CreateContainerConfigError: secret "absent" not found/,
  },
  {
    what: 'a volume that is not writable',
    name: 'root-volume',
    prepared: { claim: 'node folder' },
    says: /log of .*recording cannot be written.*permission denied/,
  },
  {
    what: 'an image that does not exist',
    name: 'absent-image',
    flags: ['--image', 'localhost:1/assay-engine:absent'],
    says: /(ErrImagePull|ImagePullBackOff): .*localhost:1\/assay-engine:absent/,
  },
  {
    what: 'a request for more CPU than any node has',
    name: 'large-pods',
    runner: { resources: { requests: { cpu: '1000' } } },
    says: /FailedScheduling: .*Insufficient cpu/,
  },
  {
    what: 'a pod that the pod security of its namespace forbids',
    name: 'forbidden',
    prepared: { enforce: 'restricted' },
    runner: { containerSecurityContext: { allowPrivilegeEscalation: true } },
    says: /event FailedCreate: Job .*violates PodSecurity/,
  },
  {
    what: 'more pods than requests in flight',
    name: 'idle-pods',
    flags: ['--parallelism', '3', '--in-flight', '2'],
    says: /--parallelism/,
  },
  {
    what: 'a namespace that does not exist',
    name: 'absent-namespace',
    flags: ['--namespace', 'nowhere'],
    says: /namespaces "nowhere" not found/,
  },
];

const folder = await testFolder('cluster');
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(async () => {
  await gateway?.stop();
});

test.for(WRONG)(
  '$what is reported in the words of the cluster within a minute, and nothing is left',
  async (wrong) => {
    const { name, prepared = {}, runner = {}, flags = [], withoutKeys, says } = wrong;
    const namespace = await prepareNamespace(name, prepared);
    try {
      const patch = join(folder, `${name}.yaml`);
      const spec = { runner: { resources: SMALL, ...runner } };
      await writeFile(patch, JSON.stringify({ spec }));
      const place = ['--on-cluster', '--namespace', namespace, '--patch', patch];
      const startMs = performance.now();
      const { code, stderr } = await assay(['load', ...place, ...LOAD, ...flags], {
        cwd: folder,
        ...(withoutKeys ? {} : { keys: gateway.keys }),
      });
      expect(stderr).toMatch(says);
      expect(code).toBe(3);
      expect(performance.now() - startMs).toBeLessThan(PATIENCE_MS);
      expect(await leftIn(namespace)).toBe('');
    } finally {
      await removeNamespace(namespace);
    }
  },
);
