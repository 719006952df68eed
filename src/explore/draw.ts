import fc from 'fast-check';
import { type Part, Parts, stepWith } from './parts.ts';
import { type Block, isWhole, type Program, type Step, stepsOf } from './program.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Draws programs for a target, of up to three parts.
 * @param replicas further addresses that steps may go to
 */
export function programs(
  vocabulary: Vocabulary,
  hasSecondKey: boolean,
  replicas = 0,
): fc.Arbitrary<Program> {
  const drawn = fc
    .array(new Parts(vocabulary, hasSecondKey).any(), { minLength: 1, maxLength: 3 })
    .map((parts) => ({ blocks: joined(parts) }))
    .filter(isWhole);
  return replicas === 0 ? drawn : drawn.chain((program) => scattered(program, replicas));
}

/** The same with its steps at any of the addresses; one connection leads to the target. */
function scattered(program: Program, replicas: number): fc.Arbitrary<Program> {
  const count = stepsOf(program).length;
  return fc.array(fc.nat(replicas), { minLength: count, maxLength: count }).map((places) => {
    const left = [...places];
    const placed = (step: Step): Step => {
      const at = left.pop() ?? 0;
      return at === 0 ? step : { ...step, at };
    };
    const blocks = program.blocks.map((block) =>
      block.how === 'on one connection' ? block : { ...block, steps: block.steps.map(placed) },
    );
    return { ...program, blocks };
  });
}

/** Steps of a program of a sweep. */
const SWEPT = 8;

/** Programs that together have each difference of each form alone, in an order that the seed decides. */
export function sweep(vocabulary: Vocabulary, seed: number): readonly Program[] {
  const all = vocabulary.forms.flatMap((form) =>
    [...vocabulary.names(form), ...vocabulary.costly(form)].map((name) => ({ form, name })),
  );
  const [mixed = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), {
    seed,
    numRuns: 1,
  });
  return Array.from({ length: Math.ceil(mixed.length / SWEPT) }, (_, at) => {
    const steps = mixed
      .slice(at * SWEPT, (at + 1) * SWEPT)
      .map(({ form, name }, id) => ({ id, send: form.name, with: [name] }));
    return { blocks: [{ how: 'in turn', steps }] };
  });
}

/** The parts one after the other, each with ids and keys of its own. */
function joined(parts: readonly Part[]): Block[] {
  let next = 0;
  return parts.flatMap((part, at) => {
    const base = next;
    const moved = (number: number | undefined) =>
      number === undefined ? undefined : number + base;
    return part.map((block) => ({
      ...block,
      steps: block.steps.map((step) => {
        next = Math.max(next, base + step.id + 1);
        const { id, like, of, key } = step;
        return stepWith({
          ...step,
          id: base + id,
          like: moved(like),
          of: moved(of),
          key: key === undefined ? undefined : key + at,
        });
      }),
    }));
  });
}
