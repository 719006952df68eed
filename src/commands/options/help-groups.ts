import { flagOf, type Option } from './option.ts';

type Groups = Readonly<Record<string, string>>;

/** The commands by what a user wants, in the order of the help; others are with the last. */
const COMMANDS: Groups = {
  Check: 'gate conform load',
  'Find out': 'capacity compare explore overhead describe',
  Traffic: 'watch judge',
  'Set up': 'init config doctor completion',
  Practise: 'serve upstream',
  Read: 'show report trend explain contract list help',
};

const SCHEDULE =
  'arrival-rate arrivals stages bursts users think trace speed duration in-flight seed';
const STEPS = 'start-rate max-rate step-duration rates blocks large-bodies load';

/** The options of commands that have many, in the order of the help; others are last, without a group. */
const OPTIONS: Groups = {
  Target: 'target profile config header resolve unix-socket http2 upstream gateway-pid',
  Rules: 'area rule level last-failed rule-set thorough no-thorough',
  Exploration: 'explore time calls replica restart restart-ready replay',
  Workload: `operation scenario ${SCHEDULE} ${STEPS} time-limit segments`,
  Objectives:
    'slo at-least plan-for headroom against min-effect fail-on baseline update-baseline reason strict-baseline',
  Report:
    'out format json verbose quiet live traces label no-annotations record judge judge-workers k6-out',
  Cost: 'dry-run budget yes',
  Cluster: 'on-cluster image parallelism namespace patch start-limit emit cleanup',
};

/** Fewer options need no groups. */
const MANY = 12;

/** In the order of the help, with the heading of each. */
export function groupedCommands<T extends { readonly name: string }>(
  commands: readonly T[],
): readonly (readonly [heading: string, command: T])[] {
  const last = Object.keys(COMMANDS).at(-1) ?? '';
  return inGroups(COMMANDS, commands, ({ name }) => name).map(([group = last, command]) => [
    `${group}:`,
    command,
  ]);
}

/** In the order of the help, with the heading of each; without one where it has no group. */
export function groupedOptions(
  options: readonly Option[],
): readonly (readonly [heading: string | undefined, option: Option])[] {
  if (options.length < MANY) return options.map((one) => [undefined, one]);
  return inGroups(OPTIONS, options, (one) => flagOf(one).slice(2)).map(([group, one]) => [
    group === undefined ? undefined : `${group}:`,
    one,
  ]);
}

function inGroups<T>(
  groups: Groups,
  all: readonly T[],
  nameOf: (one: T) => string,
): readonly (readonly [group: string | undefined, one: T])[] {
  const places = new Map(
    Object.entries(groups).flatMap(([group, names], at) =>
      names.split(' ').map((name, place) => [name, { group, rank: at * 100 + place }] as const),
    ),
  );
  const rankOf = (one: T) => places.get(nameOf(one))?.rank ?? Number.POSITIVE_INFINITY;
  return all
    .toSorted((one, other) => (rankOf(one) === rankOf(other) ? 0 : rankOf(one) - rankOf(other)))
    .map((one) => [places.get(nameOf(one))?.group, one]);
}
