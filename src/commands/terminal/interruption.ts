import { runExitCleanup } from '../../load/exit-cleanup.ts';

/** Ctrl-C, SIGTERM and a terminal that closes end a run in good order; a second one, at once. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives the signals back to the process. */
  release(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function awaitInterruption(onFirst: () => void): Interruption {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      release();
      runExitCleanup();
      process.kill(process.pid, signal);
      return;
    }
    controller.abort();
    onFirst();
  };
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return { signal: controller.signal, release };
}
