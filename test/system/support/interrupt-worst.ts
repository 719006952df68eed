import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportIn } from '../../support/test-folder.ts';
import { assay } from './run-assay.ts';
import { worstGateway } from './worst-gateways.ts';

/** How a run ended that was interrupted 3 s after its first probe. */
export interface Interrupted {
  readonly code: number | null;
  /** From the signal to the end of the process. */
  readonly endedAfterMs: number;
  /** Largest resident memory of the process. */
  readonly peakMib: number;
  readonly isPartial: boolean;
}

const KEYS = { ASSAY_API_KEY: 'k_live_1234567890', ASSAY_API_KEY_2: 'k_live_0987654321' };

/** Interrupts `assay conform` in the middle of probing one of the worst gateways. */
export async function interruptWorst(name: string): Promise<Interrupted> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-worst-'));
  const gateway = await worstGateway(name);
  let hasBegun = false;
  let signalledMs = Number.NaN;
  let peakMib = 0;
  let watching: NodeJS.Timeout | undefined;
  const { code } = await assay(['conform', '--target', gateway.address, '--out', folder], {
    env: KEYS,
    cwd: folder,
    onStderr(text, signal, pid) {
      if (hasBegun || !text.includes('Conformance:')) return;
      hasBegun = true;
      watching = setInterval(async () => {
        peakMib = Math.max(peakMib, await peakOf(pid));
      }, 50);
      setTimeout(() => {
        signalledMs = performance.now();
        signal('SIGINT');
      }, 3000);
    },
  });
  const endedAfterMs = performance.now() - signalledMs;
  clearInterval(watching);
  gateway.close();
  await rm(folder, { recursive: true });
  const { partial: isPartial } = await reportIn(folder);
  return { code, endedAfterMs, peakMib, isPartial };
}

async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
