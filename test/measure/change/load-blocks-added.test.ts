import { expect, test } from 'vitest';
import { LoadBlocks } from '../../../src/measure/change/load-blocks.ts';
import { blocksOf, samplesRecord } from '../../../src/report/performance/measured-subject.ts';
import { SamplesSchema } from '../../../src/report/schema/load.ts';
import { stream } from '../../conformance/rules/exchanges.ts';

test('load blocks: what the gateway adds is kept in the block of its request, and in the report', () => {
  const blocks = new LoadBlocks(12_000);
  const added = {
    ttftMs: 1,
    e2eMs: 2,
    forwardMs: 0.5,
    tokens: { count: 2, reads: 1, relayMs: [3, 4] },
  };
  blocks.pair(stream(['data: x\n\n'], { sentAtMs: 2500 }), added);
  const record = samplesRecord(blocks.blocks);
  expect(SamplesSchema.safeParse(record).error).toBeUndefined();
  const samples = blocksOf(record).get('chat')?.get('stream') ?? [];
  expect(samples.map(({ addedE2e }) => addedE2e.count)).toEqual([0, 0, 1, ...Array(9).fill(0)]);
  const [, , sample] = samples;
  expect(sample?.addedTtft.percentile(50)).toBeCloseTo(1, 1);
  expect(sample?.forward.percentile(50)).toBeCloseTo(0.5, 1);
  expect(sample?.relay.percentile(100)).toBeCloseTo(4, 1);
});
