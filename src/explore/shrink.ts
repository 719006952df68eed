import type { Block, Program, Step } from './program.ts';
import { isWhole, stepsOf } from './program.ts';

/** Candidates that are played beside each other. */
const AT_ONCE = 6;

/**
 * The smallest program found that still fails.
 * @param fails plays a candidate, as often as its chance demands
 * @param isOver whether to stop with what there is
 */
export async function shrunk(
  program: Program,
  fails: (candidate: Program) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Program> {
  let best = program;
  for (;;) {
    const smaller = await firstFailing([...candidatesOf(best)], fails, isOver);
    if (smaller === undefined) return best;
    best = smaller;
  }
}

async function firstFailing(
  candidates: readonly Program[],
  fails: (candidate: Program) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Program | undefined> {
  for (let from = 0; from < candidates.length && !isOver(); from += AT_ONCE) {
    const next = candidates.slice(from, from + AT_ONCE);
    const failed = await Promise.all(next.map(fails));
    const smaller = next.find((_, at) => failed[at]);
    if (smaller !== undefined) return smaller;
  }
  return undefined;
}

/** Smaller programs, the smallest first where that is likely to fail. */
function* candidatesOf(program: Program): Generator<Program> {
  for (const candidate of allOf(program)) if (isWhole(candidate)) yield candidate;
}

function* allOf(program: Program): Generator<Program> {
  const { copies, ...alone } = program;
  if (copies !== undefined) yield alone;
  const ids = stepsOf(program).map(({ id }) => id);
  for (
    let size = Math.ceil(ids.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < ids.length; from += size) {
      const dropped = new Set(ids.slice(from, from + size));
      // What refers to a step goes with it.
      for (const { id, like, of } of stepsOf(program)) {
        if ((of !== undefined && dropped.has(of)) || (like !== undefined && dropped.has(like)))
          dropped.add(id);
      }
      yield* without(program, dropped);
    }
  }
  if (copies !== undefined && copies > 2) yield { ...program, copies: Math.ceil(copies / 2) };
  for (const [at, block] of program.blocks.entries()) {
    const put = (other: Block): Program => ({ ...program, blocks: program.blocks.with(at, other) });
    const { pauseMs, ...prompt } = block;
    if (pauseMs !== undefined) yield put(prompt);
    const { restartMs, ...kept } = block;
    if (restartMs !== undefined) yield put(kept);
    if (block.how !== 'in turn') yield put({ ...block, how: 'in turn' });
    for (const [place, step] of block.steps.entries()) {
      for (const simpler of simplerThan(step))
        yield put({ ...block, steps: block.steps.with(place, simpler) });
    }
  }
}

function* without(program: Program, dropped: ReadonlySet<number>): Generator<Program> {
  const blocks = program.blocks
    .map((block) => ({ ...block, steps: block.steps.filter(({ id }) => !dropped.has(id)) }))
    .filter(({ steps }) => steps.length > 0);
  if (blocks.length > 0) yield { ...program, blocks };
}

function* simplerThan(step: Step): Generator<Step> {
  const { with: differences = [], say } = step;
  const letters = [...(say ?? '')];
  const halves = [letters.slice(0, letters.length / 2), letters.slice(letters.length / 2)];
  for (const [at] of differences.entries()) {
    const fewer = differences.toSpliced(at, 1);
    const { with: _, ...plain } = step;
    yield fewer.length === 0 ? plain : { ...step, with: fewer };
  }
  if (say !== undefined) {
    const { say: _, ...unsaid } = step;
    yield unsaid;
    if (letters.length > 1) for (const half of halves) yield { ...step, say: half.join('') };
  }
  for (const name of [
    'model',
    'key',
    'as',
    'at',
    'leavesAfterMs',
    'leavesAfterEvents',
    'like',
  ] as const) {
    if (step[name] === undefined) continue;
    const { [name]: _, ...simpler } = step;
    yield simpler;
  }
}
