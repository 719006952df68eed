import fc from 'fast-check';
import type { History } from '../conformance/evidence.ts';
import type { OnExample } from '../conformance/judge.ts';
import type { Rule } from '../conformance/rule.ts';
import { BudgetSpent } from '../conformance/sending/budget.ts';
import type { ProbeGateways } from '../conformance/sending/live-gateway.ts';
import { ProbeInterrupted } from '../conformance/sending/probe-interrupted.ts';
import { OperationStalled } from '../conformance/sending/stalled-operations.ts';
import { RestartFailed } from '../target/restart-command.ts';
import { differences } from './against.ts';
import { Coverage } from './coverage.ts';
import { programs, sweep, withRestarts } from './draw.ts';
import { Jury } from './jury.ts';
import { play, type Stage } from './play.ts';
import { type Program, stepsOf } from './program.ts';
import { shrunk } from './shrink.ts';

/** Programs that are played beside each other. */
const AT_ONCE = 64;
/** Programs that are drawn, and how many are played: those with the most that is new. */
const DRAWN = 256;
const PLAYED = 32;
/** Plays of a program that was found, before it counts as one that does not fail again. */
const FIRST_TRIES = 3;
/** Programs that are made shorter for one id, where the first do not show it again. */
const MOST_PROGRAMS = 3;
/** Copies of a program that fails only beside others. */
const COPIES = 8;
/** Plays of a smaller program that may fail by chance, before it is discarded. */
const CHANCES = 6;
/** Two equal gateways differ now and then: what differs less often than this is chance. */
const LEAST_SHARE = 0.8;
/** After the time of the exploration, to make smaller what was found last. */
const SHRINKING_MS = 15_000;
/** Plays that show how often the smallest program fails. */
const REPLAYS = 10;

/** A program that was found to break a rule, or to show a difference. */
export interface Found {
  /** Id of the rule, or of the difference. */
  readonly rule: string;
  readonly program: Program;
}

/** The smallest program that still breaks the rule. */
export interface Reproduction extends Found {
  /** Times that it failed, of `replays`. */
  readonly failed: number;
  readonly replays: number;
  readonly shown: Shown;
}

/** A play that fails. */
interface Shown {
  readonly history: History;
  /** With the other gateway; absent where a rule is broken. */
  readonly other?: History;
  /** The facet in which they differ, as each shows it. */
  readonly seen?: readonly [string, string];
}

/** The other gateway of a comparison. */
export interface Opponent {
  readonly stage: Stage;
  readonly gateways: ProbeGateways;
}

export interface ExploreOptions {
  readonly stage: Stage;
  readonly gateways: ProbeGateways;
  /** Another gateway, with which the first is compared; absent where rules alone decide. */
  readonly against?: Opponent | undefined;
  readonly rules: readonly Rule[];
  readonly seed: number;
  /** Programs of earlier runs: they are played first. */
  readonly examples: readonly Found[];
  /** Whether nothing is drawn: only the examples are played. */
  readonly isReplay: boolean;
  readonly signal: AbortSignal;
  /** Aborts when its time is over. */
  readonly end: AbortSignal;
  readonly onExample?: OnExample | undefined;
  /** Called with each sequence that was made as short as it fails. */
  readonly onReproduction?: ((reproduction: Reproduction) => void) | undefined;
  readonly onProgress?: ((progress: ExploreProgress) => void) | undefined;
}

export interface ExploreProgress {
  readonly steps: number;
  readonly programs: number;
  /** Rules that were broken so far. */
  readonly broken: number;
}

/** Why an exploration ended before its time. */
export type EarlyEnd = 'budget' | 'target-gone' | 'interrupted' | 'restart-failed';

export interface Explored {
  readonly jury: Jury;
  readonly reproductions: readonly Reproduction[];
  readonly programs: number;
  readonly steps: number;
  readonly coverage: Coverage;
  readonly endedBy?: EarlyEnd;
  /** Why the gateway was not restarted, one sentence. */
  readonly trouble?: string;
}

/**
 * Draws and plays programs until the time is over, and shrinks the first that breaks each rule.
 * @throws AssayDefect when a rule throws
 */
export async function explore(options: ExploreOptions): Promise<Explored> {
  return await new Explorer(options).run();
}

class Explorer {
  readonly #options: ExploreOptions;
  readonly #jury: Jury;
  readonly #coverage = new Coverage();
  readonly #reproductions: Reproduction[] = [];
  /** Ids of what was found. */
  readonly #known = new Set<string>();
  /** Programs that did not show it again, by id. */
  readonly #tried = new Map<string, number>();
  readonly #programs: fc.Arbitrary<Program>;
  /** Drawn, and not yet played. */
  readonly #left: Program[] = [];
  /** What is left of the sweep over all differences. */
  readonly #swept: Program[];
  #turn = 0;
  #seed: number;
  #played = 0;
  #steps = 0;
  #endedBy: EarlyEnd | undefined;
  #trouble: string | undefined;
  /** In ms of `performance.now()`. */
  #stopsAtMs: number | undefined;

  constructor(options: ExploreOptions) {
    this.#options = options;
    const { stage, rules, seed } = options;
    this.#seed = seed;
    this.#swept = [...sweep(stage.vocabulary, seed)];
    this.#programs = programs(stage.vocabulary, stage.gateway.hasSecondKey, stage.replicas);
    this.#jury = new Jury(rules, stage.gateway.expect, options);
  }

  async run(): Promise<Explored> {
    await this.#tryExamples();
    while (!this.#isOver() && !this.#options.isReplay) {
      const found = Map.groupBy(await this.#untilFound(), ([, program]) => program);
      for (const [program, broken] of found) {
        await this.#reproduce(
          broken.map(([id]) => id),
          program,
        );
      }
    }
    return {
      jury: this.#jury,
      reproductions: this.#reproductions,
      programs: this.#played,
      steps: this.#steps,
      coverage: this.#coverage,
      ...(this.#endedBy && { endedBy: this.#endedBy }),
      ...(this.#trouble !== undefined && { trouble: this.#trouble }),
    };
  }

  /** Whether nothing new is drawn. */
  #isOver(): boolean {
    return this.#options.end.aborted || this.#mustStop();
  }

  /** Whether what was found is not made smaller any more. */
  #mustStop(): boolean {
    const { signal, end } = this.#options;
    if (signal.aborted) this.#endedBy ??= 'interrupted';
    if (this.#endedBy !== undefined) return true;
    if (!end.aborted) return false;
    this.#stopsAtMs ??= performance.now() + SHRINKING_MS;
    return performance.now() >= this.#stopsAtMs;
  }

  async #tryExamples(): Promise<void> {
    for (const { rule, program } of this.#options.examples) {
      if (this.#isOver()) return;
      const broken = await this.#broken(program);
      // What fails by chance is tried as often as when it was found.
      const unknown = new Set([rule, ...broken.keys()].filter((id) => !this.#known.has(id)));
      if (unknown.size > 0) await this.#reproduce([...unknown], program);
    }
  }

  /**
   * Plays programs beside each other until one shows what none showed before, and those that are under way.
   * @returns the shortest program for each id of that
   */
  async #untilFound(): Promise<ReadonlyMap<string, Program>> {
    const found = new Map<string, Program>();
    const worker = async (): Promise<void> => {
      while (!this.#isOver() && found.size === 0) {
        const program = this.#next();
        for (const id of await this.#certain(program)) {
          const known = found.get(id);
          const isShorter = known === undefined || stepsOf(program).length < stepsOf(known).length;
          if (isShorter && !this.#known.has(id)) found.set(id, program);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return found;
  }

  /** What the program breaks, and the differences that a second comparison shows too. */
  async #certain(program: Program): Promise<readonly string[]> {
    const broken = await this.#broken(program);
    const differing = [...broken].filter(([, { seen }]) => seen !== undefined).map(([id]) => id);
    const open = differing.filter((id) => !this.#known.has(id));
    const again = open.length === 0 ? new Map<string, Shown>() : await this.#replay(open, program);
    return [...broken.keys()].filter((id) => !differing.includes(id) || again.has(id));
  }

  /** What sweeps and what is drawn, by turns. */
  #next(): Program {
    if (this.#options.stage.restarts?.isDue()) {
      const [program] = this.#drawn(
        withRestarts(this.#options.stage.vocabulary, this.#programs),
        1,
      );
      if (program !== undefined) return program;
    }
    this.#turn += 1;
    const swept = this.#turn % 2 === 0 ? this.#swept.pop() : undefined;
    if (swept !== undefined) {
      this.#coverage.note(swept);
      return swept;
    }
    if (this.#left.length === 0) {
      this.#left.push(...this.#coverage.newest(this.#drawn(this.#programs, DRAWN), PLAYED));
    }
    const next = this.#left.shift();
    if (next === undefined) throw new Error('No program was drawn.');
    return next;
  }

  #drawn(from: fc.Arbitrary<Program>, numRuns: number): readonly Program[] {
    const drawn = fc.sample(from, { seed: this.#seed, numRuns });
    this.#seed += 1;
    return drawn;
  }

  /** What a play of the program breaks, and shows in comparison, by id. */
  async #broken(program: Program, jury = this.#jury): Promise<ReadonlyMap<string, Shown>> {
    const { stage, gateways, against } = this.#options;
    const histories = await this.#play(program, stage, gateways);
    const broken = histories.flatMap((history) =>
      jury.judge(history).map(({ id }): [string, Shown] => [id, { history }]),
    );
    if (against === undefined || histories.length === 0) return new Map(broken);
    const [again, other, otherAgain] = await Promise.all([
      this.#play(program, stage, gateways),
      this.#play(program, against.stage, against.gateways),
      this.#play(program, against.stage, against.gateways),
    ]);
    const differing = histories.flatMap((history, at): readonly [string, Shown][] => {
      const [same, its, itsSame] = [again, other, otherAgain].map((plays) => plays[at]);
      if (same === undefined || its === undefined || itsSame === undefined) return [];
      return differences([history, same], [its, itsSame]).map(({ id, seen }) => [
        id,
        { history, other: its, seen },
      ]);
    });
    return new Map([...broken, ...differing]);
  }

  /** Nothing where the run ended meanwhile. */
  async #play(
    program: Program,
    stage: Stage,
    gateways: ProbeGateways,
  ): Promise<readonly History[]> {
    await gateways.room();
    if (this.#mustStop()) return [];
    try {
      const histories = await play(program, stage);
      this.#played += 1;
      const exchanges = histories.flatMap((history) => history.exchanges);
      this.#steps += exchanges.length;
      await gateways.checkTargetAfter(exchanges);
      if (gateways.targetIsGone()) this.#endedBy ??= 'target-gone';
      gateways.release(exchanges);
      this.#report();
      return this.#mustStop() ? [] : histories;
    } catch (error) {
      if (error instanceof BudgetSpent) this.#endedBy ??= 'budget';
      else if (error instanceof RestartFailed) this.#noteTrouble(error);
      else if (!(error instanceof ProbeInterrupted || error instanceof OperationStalled))
        throw error;
      return [];
    }
  }

  #noteTrouble({ message, isGone }: RestartFailed): void {
    if (this.#mustStop()) return;
    this.#endedBy = isGone ? 'target-gone' : 'restart-failed';
    this.#trouble = message;
  }

  #report(): void {
    const { onProgress } = this.#options;
    onProgress?.({ steps: this.#steps, programs: this.#played, broken: this.#known.size });
  }

  /** Makes the program as small as it still shows all of this, and notes how often it does. */
  async #reproduce(ids: readonly string[], program: Program): Promise<void> {
    for (const id of ids) this.#known.add(id);
    let left = ids;
    while (left.length > 0 && !this.#mustStop()) {
      const [id, ...others] = left;
      if (id === undefined) return;
      const smallest = await this.#smallest(id, program);
      if (smallest === undefined) {
        this.#lookAgain(id);
        left = others;
        continue;
      }
      // What has one cause is mostly shown by one sequence.
      const shown = await this.#noted(left, smallest);
      left = others.filter((each) => !shown.has(each));
    }
  }

  /** What one program did not show again, another one may: it is tried with a few of them. */
  #lookAgain(id: string): void {
    const tried = (this.#tried.get(id) ?? 0) + 1;
    this.#tried.set(id, tried);
    if (tried < MOST_PROGRAMS) this.#known.delete(id);
  }

  /** Undefined where it does not show it again. */
  async #smallest(id: string, program: Program): Promise<Program | undefined> {
    let start = program;
    let failed = await this.#failures(id, start, FIRST_TRIES);
    // What differs only beside others is chance.
    const isDifference = !this.#options.rules.some((rule) => rule.id === id);
    if (failed === 0 && program.copies === undefined && !isDifference) {
      start = { ...program, copies: COPIES };
      failed = await this.#failures(id, start, FIRST_TRIES);
    }
    if (failed === 0 || (isDifference && failed < FIRST_TRIES)) return undefined;
    const tries = failed === FIRST_TRIES ? 1 : CHANCES;
    const fails = async (candidate: Program) => (await this.#failures(id, candidate, tries)) > 0;
    return await shrunk(start, fails, () => this.#mustStop());
  }

  /** In how many of some plays beside each other the program shows it. */
  async #failures(id: string, program: Program, times: number): Promise<number> {
    const plays = Array.from({ length: times }, () => this.#replay([id], program));
    return (await Promise.all(plays)).filter((shown) => shown.size > 0).length;
  }

  /** @returns what the program shows when it is sent again alone */
  async #noted(ids: readonly string[], program: Program): Promise<ReadonlySet<string>> {
    const failures = new Map<string, Shown[]>();
    let replays = 0;
    for (; replays < REPLAYS && !this.#mustStop(); replays += 1) {
      for (const [id, shown] of await this.#replay(ids, program)) {
        failures.set(id, [...(failures.get(id) ?? []), shown]);
      }
    }
    for (const [id, plays] of failures) {
      const shown = plays.at(-1);
      const isChance = shown?.seen !== undefined && plays.length < replays * LEAST_SHARE;
      if (shown === undefined || isChance) continue;
      const made = { rule: id, program, failed: plays.length, replays, shown };
      this.#reproductions.push(made);
      this.#options.onReproduction?.(made);
    }
    return new Set(failures.keys());
  }

  /** What of these a play of the program shows. */
  async #replay(ids: readonly string[], program: Program): Promise<ReadonlyMap<string, Shown>> {
    const { rules, stage } = this.#options;
    const jury = new Jury(
      rules.filter(({ id }) => ids.includes(id)),
      stage.gateway.expect,
    );
    const shown = await this.#broken(program, jury);
    return new Map([...shown].filter(([id]) => ids.includes(id)));
  }
}
