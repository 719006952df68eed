import { judgeChanged, type RuleFinding } from './judge-mutant.ts';
import type { Mutant } from './mutant.ts';
import { changesBy } from './mutants.ts';
import { isExplained, matches, SILENT, SURVIVORS, type Survivor } from './survivors.ts';
import type { Tape } from './tape.ts';

/** Which rules find a mutant. */
export interface Verdict {
  readonly mutant: Mutant;
  /** The rules that find it and say which member is wrong. */
  readonly killers: readonly string[];
  /** The rules that find it. */
  readonly finders: readonly string[];
}

export async function judgeMutants(
  tape: Tape,
  mutants: readonly Mutant[],
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const mutant of mutants) {
    const found = await judgeChanged(tape, changesBy(mutant, tape));
    verdicts.push({ mutant, killers: killersOf(mutant, found), finders: idsOf(found) });
  }
  return verdicts;
}

/** Survivors that nothing explains, a line each. */
export function unexplained(verdicts: readonly Verdict[]): readonly string[] {
  return survivorsIn(verdicts)
    .filter(({ mutant }) => !SURVIVORS.some((each) => isExplained(mutant, each)))
    .map(({ mutant: { place, member, mutation }, finders }) => {
      const found =
        finders.length === 0 ? 'nothing finds it' : `not named by ${finders.join(', ')}`;
      return `${place}: ${member} ${mutation}: ${found}`;
    });
}

/** Parts of explanations for which no mutant survives any more, a line each. */
export function stale(verdicts: readonly Verdict[]): readonly string[] {
  const survivors = survivorsIn(verdicts).map(({ mutant }) => mutant);
  return SURVIVORS.filter(({ sometimes }) => !sometimes)
    .flatMap((entry) => partsOf(entry))
    .filter((part) => !survivors.some((mutant) => isExplained(mutant, part)))
    .map(({ places, members, mutations }) => [places, members, mutations].join(': '));
}

/** The entry once for each pattern of each list, with that list reduced to the pattern. */
function partsOf(entry: Survivor): readonly Survivor[] {
  return [
    ...entry.places.map((place) => ({ ...entry, places: [place] })),
    ...entry.members.map((member) => ({ ...entry, members: [member] })),
    ...entry.mutations.map((mutation) => ({ ...entry, mutations: [mutation] })),
  ];
}

/** The ids of the rules that find a mutant and say which member is wrong. */
export function killersOf({ called }: Mutant, found: readonly RuleFinding[]): readonly string[] {
  const names = called.map((name) => RegExp.escape(name)).join('|');
  const word = new RegExp(`(?<![\\w-])(?:${names})(?![\\w-])`);
  return idsOf(found.filter((each) => wordsOf(each).some((words) => word.test(words))));
}

/** Places that are silent without an explanation, and explanations of places that are not. */
export function oddSilence(silent: readonly string[]): readonly string[] {
  return [
    ...silent.filter((place) => !matches(place, SILENT)),
    ...SILENT.filter((pattern) => !silent.some((place) => matches(place, [pattern]))),
  ];
}

function survivorsIn(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ killers }) => killers.length === 0);
}

function idsOf(found: readonly RuleFinding[]): readonly string[] {
  return [...new Set(found.map(({ rule }) => rule.id))].toSorted();
}

/** The words of a finding, without a whole body that the gateway sent. */
function wordsOf({ rule, finding }: RuleFinding): readonly string[] {
  const { where = '', expected, actual } = finding;
  return [where, expected, rule.statement, ...(typeof actual === 'string' ? [actual] : [])];
}
