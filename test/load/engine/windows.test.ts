import { expect, test } from 'vitest';
import { findEngine } from '../../../src/load/engine/find-engine.ts';

test('engine: on Windows a load is refused with what to do instead, even with an engine at hand', async () => {
  const options = { platform: 'win32', env: { ASSAY_ENGINE: process.execPath } } as const;
  await expect(findEngine(options)).rejects.toThrow(
    'A load cannot run on Windows: the load engine needs a Unix socket. Run Assay in WSL or in a container;',
  );
});
