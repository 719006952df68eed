import type { OnExample } from '../../conformance/judge.ts';
import type { ProbesRunning } from '../../conformance/run/run-probes.ts';
import { present } from '../../input/defined.ts';
import type { AbortOn } from '../../load/judging/load-monitor.ts';
import { seenWords } from '../../report/phrases/findings.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';
import { printActual } from '../../report/phrases/printable.ts';
import type { Progress } from '../terminal/progress.ts';

/** Says at once, and once in a run, that a required rule fails. */
export class FailedRules {
  readonly #progress: Progress;
  readonly #weight: Pick<AbortOn, 'levelOf' | 'isAccepted'>;
  readonly #failed = new Set<string>();

  constructor(progress: Progress, weight: Pick<AbortOn, 'levelOf' | 'isAccepted'>) {
    this.#progress = progress;
    this.#weight = weight;
  }

  get count(): number {
    return this.#failed.size;
  }

  readonly onExample: OnExample = (rule, { finding, exchange }) => {
    const operation = exchange?.operation ?? 'other';
    const fails =
      this.#weight.levelOf(rule) === 'must' && !this.#weight.isAccepted(rule, operation);
    if (!fails || this.#failed.has(rule.id)) return;
    this.#failed.add(rule.id);
    const { expected, actual } = finding;
    const seen = seenWords({ expected, actual: printActual(actual) }) ?? rule.statement;
    this.#progress.sayFailed(`${rule.id} (${operation}): ${seen}`);
  };
}

const EVERY_MS = 1000;
/** Probes that are shorter have no time beside their name. */
const LONG_MS = 3000;

/** Shows how many probes are done, and which one takes long. */
export class ProbeProgress {
  readonly #progress: Progress;
  readonly #failed: FailedRules;
  readonly #timer: NodeJS.Timeout;
  #running: ProbesRunning | undefined;

  constructor(progress: Progress, failed: FailedRules) {
    this.#progress = progress;
    this.#failed = failed;
    this.#timer = setInterval(() => this.#show(), EVERY_MS).unref();
  }

  readonly onProgress = (running: ProbesRunning): void => {
    this.#running = running;
    this.#show();
  };

  end(): void {
    clearInterval(this.#timer);
  }

  #show(): void {
    if (this.#running) this.#progress.show(probesLine(this.#running, this.#failed.count));
  }
}

/** `89/98 probes · 2 rules failed · races-for-one-key (12 s)`: the probe that has run the longest. */
export function probesLine({ done, of, running }: ProbesRunning, failed = 0): string {
  const [longest] = running;
  const ms = longest === undefined ? 0 : performance.now() - longest.sinceMs;
  return present([
    `${done}/${of} probes`,
    failed > 0 && `${formatNumberOf(failed, 'rule')} failed`,
    longest !== undefined &&
      longest.name + (ms < LONG_MS ? '' : ` (${formatDuration(Math.floor(ms / 1000) * 1000)})`),
  ]).join(' · ');
}
