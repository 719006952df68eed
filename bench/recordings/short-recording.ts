import { embedded } from '../../src/target/embedded.ts';
import { loadOnce, progress } from '../load-once.ts';

/** Records 600 exchanges of a real run, to be replicated. */
export async function recordShortly(scenario: string, recording: string): Promise<void> {
  const { address, keys, stop } = await embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--ttft', '20ms', '--itl', '1ms', '--tokens', '32'],
    progress,
  });
  const workload = { scenario, arrivalRate: '150/s', duration: '4s', echoShare: 0 };
  await loadOnce({ address, keys, workload, judging: 'none', recording }).finally(stop);
}
