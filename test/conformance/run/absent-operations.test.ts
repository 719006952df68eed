import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { jobOfAnotherTenant } from '../../../src/conformance/probes/video.ts';
import type { Probe } from '../../../src/conformance/rule.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { BEHAVIOURS } from '../../../src/conformance/run/observe-behaviours.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { OPERATION_NAMES } from '../../../src/contract/operations.ts';
import { EXPECT } from '../../support/judge-reference.ts';

const PROBES: ReadonlySet<Probe> = new Set([
  ...CATALOGUE.map(({ rule }) => rule.probe),
  ...BEHAVIOURS.map(({ behaviour }) => behaviour.probe),
]);

/** The operations to which a probe sends requests when these are absent. */
async function operationsOf(
  probe: Probe,
  absent: readonly Operation[],
): Promise<ReadonlySet<string>> {
  const isAbsent = (operation: string) => absent.some((name) => name === operation);
  const gateway = new DryRunGateway(probe.name, EXPECT, { isAbsent });
  await probe.run(gateway);
  return new Set(gateway.exchanges.map(({ operation }) => operation));
}

const sentToAll = new Map<Probe, ReadonlySet<string>>();

/** Once for the tests of all operations. */
async function sentWithoutAbsent(probe: Probe): Promise<ReadonlySet<string>> {
  const sent = sentToAll.get(probe) ?? (await operationsOf(probe, []));
  sentToAll.set(probe, sent);
  return sent;
}

/** Whether a probe sends several kinds of POST, beyond creating a video job and using it. */
const isMany = (operations: ReadonlySet<string>) =>
  ['chat', 'responses', 'images', 'transcription', 'video-create'].filter((name) =>
    operations.has(name),
  ).length > 1;

test.each(OPERATION_NAMES)(
  'absent operations: a probe of several operations sends nothing to %s when it is absent',
  async (name) => {
    const sending: string[] = [];
    for (const probe of PROBES) {
      if (!isMany(await sentWithoutAbsent(probe))) continue;
      if ((await operationsOf(probe, [name])).has(name)) sending.push(probe.name);
    }
    expect(sending).toEqual([]);
  },
);

test.each(['modest', 'thorough'] as const)(
  'absent operations: another tenant reads a job where none can be cancelled, in a %s run',
  async (effort) => {
    const isAbsent = (operation: string) => operation === 'video-cancel';
    const { name } = jobOfAnotherTenant;
    const gateway = new DryRunGateway(name, EXPECT, { isAbsent, effort });
    const [series] = await jobOfAnotherTenant.run(gateway);
    const sent = series?.exchanges.map(({ operation, request }) => [operation, request.credential]);
    expect(sent).toContainEqual(['video-read', 'second']);
    expect(sent).not.toContainEqual(['video-cancel', 'second']);
  },
);
