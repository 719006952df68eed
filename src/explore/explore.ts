import fc from 'fast-check';
import type { History } from '../conformance/evidence.ts';
import type { OnExample } from '../conformance/judge.ts';
import type { Rule } from '../conformance/rule.ts';
import { BudgetSpent } from '../conformance/sending/budget.ts';
import type { ProbeGateways } from '../conformance/sending/live-gateway.ts';
import { ProbeInterrupted } from '../conformance/sending/probe-interrupted.ts';
import { OperationStalled } from '../conformance/sending/stalled-operations.ts';
import { Coverage } from './coverage.ts';
import { programs, sweep } from './draw.ts';
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
/** Copies of a program that fails only beside others. */
const COPIES = 8;
/** Plays of a smaller program that may fail by chance, before it is discarded. */
const CHANCES = 6;
/** After the time of the exploration, to make smaller what was found last. */
const SHRINKING_MS = 15_000;
/** Plays that show how often the smallest program fails. */
const REPLAYS = 10;

/** A program that was found to break a rule. */
export interface Found {
  /** Id of the rule. */
  readonly rule: string;
  readonly program: Program;
}

/** The smallest program that still breaks the rule. */
export interface Reproduction extends Found {
  /** Times that it failed, of `replays`. */
  readonly failed: number;
  readonly replays: number;
  /** The last play that failed. */
  readonly shown: History;
}

export interface ExploreOptions {
  readonly stage: Stage;
  readonly gateways: ProbeGateways;
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
export type EarlyEnd = 'budget' | 'target-gone' | 'interrupted';

export interface Explored {
  readonly jury: Jury;
  readonly reproductions: readonly Reproduction[];
  readonly programs: number;
  readonly steps: number;
  readonly coverage: Coverage;
  readonly endedBy?: EarlyEnd;
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
  /** Ids of the rules that were broken. */
  readonly #known = new Set<string>();
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
          broken.map(([rule]) => rule),
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
    const { examples, rules } = this.#options;
    for (const { rule: id, program } of examples) {
      if (this.#isOver()) return;
      const broken = [...(await this.#broken(program))];
      const known = rules.find((rule) => rule.id === id);
      // What fails by chance is tried as often as when it was found.
      const tried = known === undefined || broken.includes(known) ? broken : [known, ...broken];
      const unknown = tried.filter((rule) => !this.#known.has(rule.id));
      if (unknown.length > 0) await this.#reproduce(unknown, program);
    }
  }

  /**
   * Plays programs beside each other until one breaks a rule that none broke before, and those that are under way.
   * @returns the shortest program that breaks each of these rules
   */
  async #untilFound(): Promise<ReadonlyMap<Rule, Program>> {
    const found = new Map<Rule, Program>();
    const worker = async (): Promise<void> => {
      while (!this.#isOver() && found.size === 0) {
        const program = this.#next();
        for (const rule of await this.#broken(program)) {
          const known = found.get(rule);
          const isShorter = known === undefined || stepsOf(program).length < stepsOf(known).length;
          if (isShorter && !this.#known.has(rule.id)) found.set(rule, program);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return found;
  }

  /** What sweeps and what is drawn, by turns. */
  #next(): Program {
    this.#turn += 1;
    const swept = this.#turn % 2 === 0 ? this.#swept.pop() : undefined;
    if (swept !== undefined) {
      this.#coverage.note(swept);
      return swept;
    }
    if (this.#left.length === 0) {
      const drawn = fc.sample(this.#programs, { seed: this.#seed, numRuns: DRAWN });
      this.#seed += 1;
      this.#left.push(...this.#coverage.newest(drawn, PLAYED));
    }
    const next = this.#left.shift();
    if (next === undefined) throw new Error('No program was drawn.');
    return next;
  }

  /** The rules that the program breaks. */
  async #broken(program: Program): Promise<ReadonlySet<Rule>> {
    const histories = await this.#play(program);
    return new Set(histories.flatMap((history) => this.#jury.judge(history)));
  }

  /** Nothing where the run ended meanwhile. */
  async #play(program: Program): Promise<readonly History[]> {
    const { stage, gateways } = this.#options;
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
      else if (!(error instanceof ProbeInterrupted || error instanceof OperationStalled))
        throw error;
      return [];
    }
  }

  #report(): void {
    const { onProgress } = this.#options;
    onProgress?.({ steps: this.#steps, programs: this.#played, broken: this.#known.size });
  }

  /** Makes the program as small as it still breaks these rules, and notes how often it does. */
  async #reproduce(rules: readonly Rule[], program: Program): Promise<void> {
    for (const rule of rules) this.#known.add(rule.id);
    let left = rules;
    while (left.length > 0 && !this.#mustStop()) {
      const [rule, ...others] = left;
      if (rule === undefined) return;
      const smallest = (await this.#smallest(rule, program)) ?? program;
      // Rules that one cause breaks are mostly broken by one sequence.
      const broken = await this.#noted(left, smallest);
      left = others.filter((each) => !broken.has(each));
    }
  }

  /** Undefined where it does not break the rule again. */
  async #smallest(rule: Rule, program: Program): Promise<Program | undefined> {
    let start = program;
    let failed = await this.#failures(rule, start, FIRST_TRIES);
    if (failed === 0 && program.copies === undefined) {
      start = { ...program, copies: COPIES };
      failed = await this.#failures(rule, start, FIRST_TRIES);
    }
    if (failed === 0) return undefined;
    const tries = failed === FIRST_TRIES ? 1 : CHANCES;
    const fails = async (candidate: Program) => (await this.#failures(rule, candidate, tries)) > 0;
    return await shrunk(start, fails, () => this.#mustStop());
  }

  /** In how many of some plays beside each other the program breaks the rule. */
  async #failures(rule: Rule, program: Program, times: number): Promise<number> {
    const plays = Array.from({ length: times }, () => this.#replay([rule], program));
    return (await Promise.all(plays)).filter((history) => history.size > 0).length;
  }

  /** @returns the rules that the program breaks when it is sent again alone */
  async #noted(rules: readonly Rule[], program: Program): Promise<ReadonlySet<Rule>> {
    const failures = new Map<Rule, History[]>();
    let replays = 0;
    for (; replays < REPLAYS && !this.#mustStop(); replays += 1) {
      for (const [rule, history] of await this.#replay(rules, program)) {
        failures.set(rule, [...(failures.get(rule) ?? []), history]);
      }
    }
    for (const [rule, histories] of failures) {
      const shown = histories.at(-1);
      if (shown === undefined) continue;
      const made = { rule: rule.id, program, failed: histories.length, replays, shown };
      this.#reproductions.push(made);
      this.#options.onReproduction?.(made);
    }
    return new Set(failures.keys());
  }

  /** The rules that a play of the program breaks, each with what shows it. */
  async #replay(rules: readonly Rule[], program: Program): Promise<ReadonlyMap<Rule, History>> {
    const jury = new Jury(rules, this.#options.stage.gateway.expect);
    const histories = await this.#play(program);
    return new Map(
      histories.flatMap((history) => jury.judge(history).map((rule) => [rule, history] as const)),
    );
  }
}
