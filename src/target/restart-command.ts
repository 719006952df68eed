import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS } from '../input/limits.ts';
import { onEarlyExit } from './exit-cleanup.ts';

/** A gateway was not restarted. The message says why, in one sentence. */
export class RestartFailed extends Error {
  override name = 'RestartFailed' as const;
  /** Whether the command worked, and the gateway did not become ready. */
  readonly isGone: boolean;

  constructor(message: string, isGone = false) {
    super(message);
    this.isGone = isGone;
  }
}

const COMPLAINT_CHARACTERS = 400;
const BETWEEN_LOOKS_MS = 50;
/** What the command wrote may arrive after its end. */
const LAST_WORDS_MS = 200;

/** A command of the user that restarts a gateway. What it leaves running in its process group ends with Assay. */
export class RestartCommand {
  readonly #command: string;
  readonly #isReady: () => Promise<boolean>;
  readonly #groups = new Set<number>();
  readonly #forget: () => void;

  /** @param isReady whether the gateway serves requests again */
  constructor(command: string, isReady: () => Promise<boolean>) {
    this.#command = command;
    this.#isReady = isReady;
    this.#forget = onEarlyExit(() => this.#endGroups());
  }

  /** @throws RestartFailed */
  async run(run: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(LIMITS.restartMs.value);
    const signal = AbortSignal.any([run, limit]);
    await this.#execute(signal);
    while (!(await this.#isReady())) {
      if (signal.aborted) throw new RestartFailed(`Gateway is not ready within ${WITHIN}.`, true);
      await wait(BETWEEN_LOOKS_MS);
    }
  }

  stop(): void {
    this.#endGroups();
    this.#forget();
  }

  async #execute(signal: AbortSignal): Promise<void> {
    const child = spawn(this.#command, {
      shell: true,
      // A group of its own: it can be ended with all that it started.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const { pid } = child;
    if (pid !== undefined) this.#groups.add(pid);
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-COMPLAINT_CHARACTERS);
    });
    const closed = once(child, 'close');
    closed.catch(() => {});
    const ended = await once(child, 'exit', { signal }).catch(() => undefined);
    if (ended === undefined) {
      throw new RestartFailed(`Command of --restart did not end within ${WITHIN}.`);
    }
    if (pid !== undefined && !isThere(pid)) this.#groups.delete(pid);
    const [code, by] = ended;
    if (code === 0) return;
    await Promise.race([closed, wait(LAST_WORDS_MS)]);
    const why = complaint.trim() === '' ? '' : `: ${complaint.trim()}`;
    throw new RestartFailed(`Command of --restart ended with ${by ?? `exit code ${code}`}${why}.`);
  }

  #endGroups(): void {
    for (const group of this.#groups) {
      if (isThere(group)) process.kill(-group, 'SIGTERM');
    }
    this.#groups.clear();
  }
}

const WITHIN = `${LIMITS.restartMs.value / 1000} s`;

/** Whether a process group has processes. */
function isThere(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
