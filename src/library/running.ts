import type { LiveFinding, Session } from '../commands/run/session.ts';
import { Progress } from '../commands/terminal/progress.ts';
import { knowKeysOf, withoutSecrets } from '../commands/terminal/secrets.ts';
import type { RunReport } from '../report/schema/run-report.ts';
import { removeStaleFolders } from '../target/temporary-folder.ts';
import type { RunOptions } from './run-options.ts';

/**
 * A run that has started: await it for the report, or iterate over its findings while it lasts. The
 * iteration begins with the first finding and ends with the run; it throws what the run rejects with.
 * It has the findings that the report shows with their evidence; the report counts all.
 */
export type Running = Promise<RunReport> & AsyncIterable<LiveFinding>;

/**
 * Starts a run.
 * @param words of the command that makes the same run
 * @param work undefined when the run was interrupted before anything was judged
 */
export function startRun(
  words: readonly string[],
  { environment = process.env, signal, onProgress }: RunOptions,
  work: (session: Session) => Promise<RunReport | undefined>,
): Running {
  const findings: LiveFinding[] = [];
  let next = Promise.withResolvers<void>();
  const wake = (): void => {
    next.resolve();
    next = Promise.withResolvers();
  };
  const aborting = signal ?? new AbortController().signal;
  const state = { isOver: false };
  const run = async (): Promise<RunReport> => {
    knowKeysOf(environment);
    await removeStaleFolders();
    const report = await work({
      words,
      environment,
      progress: progressFor(onProgress),
      signal: aborting,
      onFinding(finding) {
        findings.push(finding);
        wake();
      },
    });
    if (report === undefined) throw aborting.reason;
    return withoutSecrets(report);
  };
  const report = run().finally(() => {
    state.isOver = true;
    wake();
  });
  return Object.assign(report, {
    async *[Symbol.asyncIterator](): AsyncGenerator<LiveFinding, void, void> {
      // The iteration throws the same: a program that only iterates must not end by a rejection.
      report.catch(() => undefined);
      for (let index = 0; ; index += 1) {
        while (index === findings.length && !state.isOver) await next.promise;
        const finding = findings[index];
        if (finding === undefined) break;
        yield finding;
      }
      await report;
    },
  });
}

function progressFor(onProgress: RunOptions['onProgress']): Progress {
  const write = (text: string): void => onProgress?.(withoutSecrets(text).trimEnd());
  return new Progress({ write }, { quiet: onProgress === undefined });
}
