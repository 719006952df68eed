import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long: started last, one of them would run alone at the end. Those of one project
 * are together, because a worker loads the source anew for another project.
 */
const LONGEST = [
  'test/system/relay/relay-kill-matrix.test.ts',
  'test/system/hostile-gateways.test.ts',
  'test/system/cli/compare.test.ts',
  'test/conformance/kill-matrix.test.ts',
  'test/conformance/variants.test.ts',
  'test/reference-server/faults.test.ts',
  'test/conformance/contract-mutants.test.ts',
  'test/report/assemble/reproduction.test.ts',
  'test/conformance/clean-gateway.test.ts',
  'test/conformance/judge-mutants.test.ts',
  'test/reference-server/main.test.ts',
  'test/conformance/behaviours.test.ts',
  'test/conformance/findings/seen-ids.test.ts',
  'test/system/cli/package.test.ts',
  'test/system/browser/report-html.test.ts',
  'test/system/failures/interruption.test.ts',
  'test/system/failures/target-dies.test.ts',
  'test/system/relay/both-ends-load.test.ts',
  'test/system/container/image.test.ts',
  'test/system/proxies/proxies.test.ts',
  'test/system/failures/killed-parts.test.ts',
  'test/system/engine/go-tests.test.ts',
  'test/system/relay/upstream-trouble.test.ts',
  'test/system/load/judge-recordings.test.ts',
  'test/system/failures/damaged-recordings.test.ts',
  'test/system/timing/capacity.test.ts',
  'test/system/timing/overhead.test.ts',
  'test/system/timing/clean-gate.test.ts',
  'test/system/timing/queue-wait.test.ts',
];

/**
 * The files of `beside` first, because they answer soonest; then the longest, then the order of
 * Vitest, whose `sort` is not that of an array.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort.call(this, files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  if (project.name === 'beside') return -1;
  const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return place === -1 ? LONGEST.length : place;
}
