import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { encodeFrame } from '../../../src/exchange/frames.ts';
import { UpstreamControl } from '../../../src/target/upstream/upstream-control.ts';

test('upstream control: a frame that does not fit closes the connection, and is the reason for it', async () => {
  const control = await UpstreamControl.open([], () => undefined);
  onTestFinished(() => control.close());
  const upstream = connect(control.path);
  await once(upstream, 'connect');
  expect(control.failure).toBeUndefined();

  upstream.resume().write(encodeFrame(99, {}));
  await once(upstream, 'close');
  expect(control.failure?.message).toBe(
    'Malformed frame from the load engine: type 99. Use the engine of this version of Assay: unset ASSAY_ENGINE, or build it again.',
  );
});

test('upstream control: an upstream that ends does not make the connection fail', async () => {
  const control = await UpstreamControl.open([], () => undefined);
  onTestFinished(() => control.close());
  const upstream = connect(control.path);
  await once(upstream, 'connect');
  upstream.resume().end();
  await once(upstream, 'close');
  // It can no longer take a script, and says nothing of it: the caller asks how it ended.
  await control.script('n12345678', []);
  expect(control.failure).toBeUndefined();
});
