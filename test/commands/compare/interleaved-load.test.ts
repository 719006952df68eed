import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { interleavedLoad } from '../../../src/commands/compare/interleaved-load.ts';
import { configurationOf } from '../../../src/commands/configuration/configuration.ts';
import { Progress } from '../../../src/commands/terminal/progress.ts';

test('compare --load: an interruption does not blame the load generator for blocks that were not sent', async () => {
  let said = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said += chunk.toString();
      done();
    },
  });
  const result = await interleavedLoad({
    gateways: [],
    configuration: configurationOf({}, 'the test'),
    blocks: 12,
    engine: 'none',
    signal: AbortSignal.abort(),
    progress: new Progress(stream, {}),
  });
  expect(said).toBe('');
  expect(result).toEqual({ subjects: [] });
});
