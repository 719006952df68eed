import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { RuleSet } from '../../conformance/rule-set.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { ConformOptions } from '../options/run-options.ts';

const LEVELS = ['must', 'should', 'may'];

/**
 * The rules that the flags select; all without any.
 * @throws UsageError for an unknown area, rule or level, or when nothing is left
 */
export function selectRules(
  { area, rule, level }: ConformOptions,
  catalogue: readonly CatalogueEntry[],
  { levels = {} }: Pick<RuleSet, 'levels'> = {},
): readonly CatalogueEntry[] {
  const areas = [...new Set(catalogue.map((entry) => entry.area))];
  requireKnown('area', area, areas);
  requireKnown('level', level, LEVELS);
  const named = rule?.map((id) => findRule(id, catalogue));
  const selected = catalogue.filter(
    (entry) =>
      (area === undefined || area.includes(entry.area)) &&
      (level === undefined || level.includes(levels[entry.rule.id] ?? entry.rule.level)) &&
      (named === undefined || named.includes(entry)),
  );
  if (selected.length > 0) return selected;
  throw new UsageError('No rule matches all of --area, --rule and --level. Remove one of them.');
}

function requireKnown(
  what: string,
  names: readonly string[] | undefined,
  known: readonly string[],
): void {
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(
    `Unknown ${what}: ${unknown}.${didYouMean(unknown, known)} Known: ${known.join(', ')}.`,
  );
}

/** @throws UsageError that names the nearest rule */
export function findRule(id: string, catalogue: readonly CatalogueEntry[]): CatalogueEntry {
  const entry = catalogue.find(({ rule }) => rule.id === id);
  if (entry !== undefined) return entry;
  const known = catalogue.map(({ rule }) => rule.id);
  throw new UsageError(`Unknown rule: ${id}.${didYouMean(id, known)} See "assay list rules".`);
}
