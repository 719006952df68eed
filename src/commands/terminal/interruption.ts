import { runExitCleanup, whenNothingPends } from '../../target/exit-cleanup.ts';

/** Ctrl-C, SIGTERM and a closed terminal stop a run gracefully; a second signal, immediately. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Restores the default handling of the signals. */
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
    // Long synchronous work, such as writing a report, keeps a handler from running: the system needs none.
    whenNothingPends(release);
  };
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return { signal: controller.signal, release };
}
