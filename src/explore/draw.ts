import fc from 'fast-check';
import type { RequestForm } from '../conformance/requests/forms.ts';
import { type Part, Parts, stepWith } from './parts.ts';
import { type Block, hasRestart, isWhole, type Program, type Step, stepsOf } from './program.ts';
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

/** Mostly a request and its retry, or jobs, with a restart beside the first; else a drawn program with keys or jobs. */
export function withRestarts(
  { forms }: Vocabulary,
  drawn: fc.Arbitrary<Program>,
): fc.Arbitrary<Program> {
  const jobs = forms.filter(({ operation }) => operation === 'video-create').map(ofJobs);
  const others = drawn.filter(
    ({ blocks }) => blocks.length > 1 && stepsOf({ blocks }).some(isAboutOthers),
  );
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.constantFrom(...forms).map(retried) },
      ...jobs.map((program) => ({ weight: 1, arbitrary: fc.constant(program) })),
      { weight: 1, arbitrary: others },
    )
    .chain((program) => {
      const count = program.blocks.length - 1;
      return fc.array(RESTARTS, { minLength: count, maxLength: count }).map((restarts) => {
        const blocks = program.blocks.map((block, at) => {
          const restartMs = restarts[at];
          return restartMs === undefined ? block : { ...block, restartMs };
        });
        return { ...program, blocks };
      });
    })
    .filter(hasRestart);
}

function retried({ name: send }: RequestForm): Program {
  return {
    blocks: [
      { how: 'in turn', steps: [{ id: 0, send, key: 0 }] },
      { how: 'in turn', steps: [{ id: 1, send, key: 0, like: 0 }] },
    ],
  };
}

/** A job that is read, and another one. */
function ofJobs({ name: send }: RequestForm): Program {
  const read = (id: number, of: number) => ({ id, send: 'video-read', of });
  return {
    blocks: [
      { how: 'in turn', steps: [{ id: 0, send }] },
      { how: 'in turn', steps: [read(1, 0), { id: 2, send }, read(3, 2)] },
    ],
  };
}

/** While its steps are under way, or after them. */
const RESTARTS = fc.constantFrom(undefined, undefined, 0, 20, 60, 300, 800);

function isAboutOthers({ key, of }: Step): boolean {
  return key !== undefined || of !== undefined;
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
