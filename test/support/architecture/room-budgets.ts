import type { SourceFile } from './source-tree.ts';

/**
 * The most lines that each room may have. A room that grows beyond it is to become smaller elsewhere; a
 * budget is raised with a sentence in the pull request that says what the lines are for.
 */
export const ROOM_BUDGETS: Readonly<Record<string, number>> = {
  'src/input': 910,
  'src/contract': 1600,
  'src/exchange': 4400,
  'src/answers': 1590,
  'src/target': 2130,
  'src/conformance': 26_790,
  'src/measure': 4190,
  'src/explore': 2190,
  'src/load': 8210,
  'src/report': 14_810,
  'src/commands': 13_930,
  'src/library': 700,
  'reference-server': 12_090,
  scenarios: 1160,
  engine: 19_450,
  bench: 1360,
  scripts: 3970,
  test: 65_600,
};

/** The rooms that are larger than their budget, one sentence each. */
export function overBudget(
  files: readonly SourceFile[],
  budgets: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(budgets).flatMap(([room, most]) => {
    const lines = files
      .filter(({ path }) => path.startsWith(`${room}/`))
      .reduce((sum, { text }) => sum + (text.match(/\n/g)?.length ?? 0), 0);
    return lines > most ? [`${room} has ${lines} lines, and may have ${most}`] : [];
  });
}
