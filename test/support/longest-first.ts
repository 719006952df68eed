import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long, many of which mostly wait: a worker that began one last would run alone at the
 * end. Those of one project are together, because a worker loads the source again for another project.
 */
const LONGEST = [
  'test/system/relay/relay-kill-matrix.test.ts',
  'test/conformance/variants.test.ts',
  'test/conformance/judge-mutants.test.ts',
  'test/conformance/contract-mutants.test.ts',
  'test/conformance/clean-gateway.test.ts',
  'test/conformance/kill-matrix.test.ts',
  'test/conformance/sending/live-gateway.test.ts',
  'test/conformance/run/target-dies.test.ts',
  'test/conformance/behaviours.test.ts',
  'test/reference-server/main.test.ts',
  'test/system/proxies/proxies.test.ts',
  'test/system/container/image.test.ts',
  'test/system/cli/package.test.ts',
  'test/system/failures/killed-parts.test.ts',
  'test/system/browser/report-html.test.ts',
  'test/system/failures/signals.test.ts',
  'test/system/load/judge-recordings.test.ts',
  'test/system/cli/conform.test.ts',
  'test/system/failures/hanging-target.test.ts',
  'test/system/relay/relay-behaviours.test.ts',
  'test/system/cli/capacity.test.ts',
  'test/system/failures/compare.test.ts',
  'test/system/cli/gate.test.ts',
  'test/system/timing/getting-started.test.ts',
  'test/system/hostile-gateways.test.ts',
  'test/system/engine/go-tests.test.ts',
  'test/system/relay/relay-variants.test.ts',
  'test/system/cli/shell.test.ts',
  'test/system/load/refused-senders.test.ts',
  'test/system/load/run-load.test.ts',
  'test/system/cli/baseline.test.ts',
  'test/system/relay/upstream-trouble.test.ts',
  'test/system/load/behind/on-disk.test.ts',
  'test/system/timing/capacity.test.ts',
  'test/system/timing/compare.test.ts',
  'test/system/timing/gate.test.ts',
  'test/system/timing/target-dies.test.ts',
  'test/system/timing/overhead.test.ts',
  'test/system/timing/queue/queue-wait.test.ts',
  'test/system/timing/recorded-both-ends.test.ts',
  'test/system/timing/time-limit.test.ts',
  'test/system/timing/compare-load.test.ts',
  'test/system/timing/default-profile.test.ts',
];

/**
 * The longest first, then the order of Vitest, whose `sort` is not that of an array. The files of
 * `beside` are last: each is short and needs a core, so that they fill the cores until the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort.call(this, files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  if (project.name === 'beside') return LONGEST.length + 1;
  const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return place === -1 ? LONGEST.length : place;
}
