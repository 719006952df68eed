import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute and more: started last, one of them would run alone at the end. */
const LONGEST = [
  'test/system/hostile-gateways.test.ts',
  'test/system/cli/compare.test.ts',
  'test/system/failures/interruption.test.ts',
  'test/system/failures/target-dies.test.ts',
  'test/conformance/kill-matrix.test.ts',
  'test/conformance/variants.test.ts',
  'test/system/relay/relay-kill-matrix.test.ts',
  'test/system/browser/report-html.test.ts',
  'test/system/cli/package.test.ts',
  'test/system/container/image.test.ts',
  'test/system/failures/damaged-recordings.test.ts',
  'test/system/failures/killed-parts.test.ts',
  'test/system/timing/capacity.test.ts',
  'test/system/timing/overhead.test.ts',
];

/** The longest files first, then the order of Vitest, whose `sort` is not that of an array. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort.call(this, files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return place === -1 ? LONGEST.length : place;
}
