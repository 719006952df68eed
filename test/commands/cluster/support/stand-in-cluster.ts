import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with a program `kubectl` that answers what its files contain: see `kubectl.sh`. */
export interface StandInCluster {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Sets an answer: text, or a value as JSON. */
  answer(name: string, content: unknown): Promise<void>;
  /** Puts a file into the folder of a pod. */
  putFile(pod: string, name: string, content: Buffer | string): Promise<void>;
  /** Puts a program before those of this machine. */
  putProgram(name: string, lines: readonly string[]): Promise<void>;
  /** The commands that kubectl got, without the namespace. */
  calls(): Promise<readonly string[]>;
  /** The objects that were created, as JSON. */
  created(): Promise<string>;
  remove(): Promise<void>;
}

/** A cluster with an operator and without a claim, in which nothing runs yet. */
export async function standInCluster(): Promise<StandInCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-stand-in-'));
  await mkdir(join(folder, 'bin'));
  await copyFile('test/commands/cluster/support/kubectl.sh', join(folder, 'bin', 'kubectl'));
  const cluster: StandInCluster = {
    folder,
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, CLUSTER: folder },
    answer: (name, content) =>
      writeFile(
        join(folder, name),
        typeof content === 'string' ? content : `${JSON.stringify(content)}\n`,
      ),
    putFile: async (pod, name, content) => {
      await mkdir(join(folder, 'volumes', pod), { recursive: true });
      await writeFile(join(folder, 'volumes', pod, name), content);
    },
    putProgram: (name, lines) =>
      writeFile(join(folder, 'bin', name), ['#!/bin/sh', ...lines].join('\n'), { mode: 0o755 }),
    calls: async () => {
      const text = await readFile(join(folder, 'calls'), 'utf8');
      return text.trimEnd().split('\n');
    },
    created: () => readFile(join(folder, 'created'), 'utf8'),
    remove: () => rm(folder, { recursive: true }),
  };
  await cluster.answer('context', 'kind-test');
  await cluster.answer('events', { items: [] });
  return cluster;
}

/** A pod of the run, as the API gives it. */
export function podOf(job: string, status: object): object {
  return {
    kind: 'Pod',
    metadata: { name: `${job}-x`, labels: { 'job-name': job } },
    spec: { containers: [{ name: 'k6', image: 'assay-engine:1' }] },
    status,
  };
}
