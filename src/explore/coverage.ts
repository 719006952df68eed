import type { Program, Step } from './program.ts';
import { stepsOf } from './program.ts';

/** What programs have tried: members and models of each form, and pairs of steps. */
export class Coverage {
  readonly #seen = new Map<string, number>();

  /** Different pairs of steps. */
  get pairs(): number {
    return [...this.#seen.keys()].filter((point) => point.includes(PAIR)).length;
  }

  /** Whether a difference of a form was tried. */
  hasTried(form: string, name: string): boolean {
    return this.#seen.has(`${form} · ${name}`);
  }

  /** How many programs have a request of a form. */
  times(form: string): number {
    return this.#seen.get(form) ?? 0;
  }

  /** The programs that together try the most that is new, and notes what they try. */
  newest(programs: readonly Program[], count: number): readonly Program[] {
    const left = programs.map((program) => ({ program, points: pointsOf(program) }));
    const chosen: Program[] = [];
    while (chosen.length < count && left.length > 0) {
      const scores = left.map(({ points }) => this.#newness(points));
      const best = scores.indexOf(Math.max(...scores));
      const [next] = left.splice(best, 1);
      if (next === undefined) break;
      chosen.push(next.program);
      this.note(next.program);
    }
    return chosen;
  }

  note(program: Program): void {
    for (const point of pointsOf(program)) this.#seen.set(point, (this.#seen.get(point) ?? 0) + 1);
  }

  /** A difference that was never tried counts more than another pair: there are many pairs. */
  #newness(points: readonly string[]): number {
    const unseen = points.filter((point) => !this.#seen.has(point));
    return unseen.reduce((sum, point) => sum + (point.includes(PAIR) ? 1 : DIFFERENCE_WEIGHT), 0);
  }
}

const DIFFERENCE_WEIGHT = 5;

const PAIR = ' → ';

function pointsOf(program: Program): readonly string[] {
  const steps = stepsOf(program);
  const alone = steps.flatMap((step) => [
    step.send,
    ...(step.with ?? []).map((name) => `${step.send} · ${name}`),
    ...(step.model === undefined ? [] : [`${step.send} · ${step.model}`]),
  ]);
  const pairs = program.blocks.flatMap(({ how, steps: own }) =>
    own.slice(1).map((step, at) => `${how}: ${actOf(own[at])}${PAIR}${actOf(step)}`),
  );
  const successions = steps.slice(1).map((step, at) => `${actOf(steps[at])}${PAIR}${actOf(step)}`);
  return [...new Set([...alone, ...pairs, ...successions])];
}

function actOf(step: Step | undefined): string {
  if (step === undefined) return '';
  const {
    send,
    as,
    at,
    key,
    like,
    of,
    leavesAfterMs,
    leavesAfterEvents,
    with: differences = [],
  } = step;
  const left = leavesAfterMs ?? leavesAfterEvents;
  const traits = [
    as ?? '',
    at === undefined ? '' : 'at a replica',
    key === undefined ? '' : like === undefined ? 'key' : 'retry',
    of === undefined ? '' : 'of',
    left === undefined ? '' : 'leaves',
    key !== undefined && differences.length > 0 ? 'changed' : '',
  ].filter((trait) => trait !== '');
  return [send, ...traits].join(' ');
}
