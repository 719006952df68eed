import { referenceProfile } from '../../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../../src/conformance/profiles/resolved-profile.ts';
import { findEngine } from '../../src/load/engine/find-engine.ts';
import { runLoad } from '../../src/load/run-load.ts';
import { WorkloadSchema } from '../../src/load/workload/workload.ts';
import { embedded } from '../../src/target/embedded.ts';
import { progress } from '../load-once.ts';

/** Records 600 exchanges of a real run, to be replicated. */
export async function recordShortly(scenario: string, recording: string): Promise<void> {
  const target = await embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--ttft', '20ms', '--itl', '1ms', '--tokens', '32'],
    progress,
  });
  try {
    await runLoad({
      binary: await findEngine({ progress }),
      workload: WorkloadSchema.parse({
        scenario,
        arrivalRate: '150/s',
        duration: '4s',
        echoShare: 0,
      }),
      address: target.address,
      keys: target.keys,
      rules: [],
      profile: resolveProfile(referenceProfile, []),
      capabilities: { secondKey: true },
      objectives: [],
      signal: new AbortController().signal,
      judging: 'none',
      recording,
    });
  } finally {
    await target.stop();
  }
}
