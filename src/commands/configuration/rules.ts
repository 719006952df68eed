import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CatalogueEntry, EVERY_RULE } from '../../conformance/catalogue.ts';
import { CUSTOM_AREA, completeRule, parseCustomRule } from '../../conformance/custom-rule.ts';
import type { RuleSet } from '../../conformance/rule-set.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { ConformOptions } from '../options/run-options.ts';

/**
 * The custom rules that modules export: every exported object with an `id` is one.
 * @param paths from the working directory; JavaScript or TypeScript
 * @throws UsageError for a module that cannot be loaded or has no rule, a malformed rule, or an id twice
 */
export async function loadRules(paths: readonly string[]): Promise<readonly CatalogueEntry[]> {
  const known = new Set(EVERY_RULE.map(({ rule }) => rule.id));
  const entries: CatalogueEntry[] = [];
  for (const path of paths) {
    for (const value of await exportedRules(path)) {
      const rule = parseCustomRule(value, path);
      if (known.has(rule.id)) {
        throw new UsageError(
          `Custom rule has the id of another rule: ${rule.id} in ${path}. Choose another id.`,
        );
      }
      known.add(rule.id);
      entries.push({
        area: CUSTOM_AREA,
        rule: completeRule(rule),
        custom: { file: resolve(path) },
      });
    }
  }
  return entries;
}

async function exportedRules(path: string): Promise<readonly object[]> {
  const module = await imported(path);
  const rules = Object.values(module).flatMap((value) =>
    typeof value === 'object' && value !== null && 'id' in value ? [value] : [],
  );
  if (rules.length > 0) return [...new Set(rules)];
  throw new UsageError(
    `Rules cannot be loaded: ${path} exports no rule. Export an object of the type CustomRule of @assay/cli/rule.`,
  );
}

async function imported(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const message = existsSync(path) ? messageOf(error) : 'The file does not exist';
    throw new UsageError(
      `Rules cannot be loaded: ${path}. ${message.replace(/\.$/, '')}. Paths in "rules" are relative to the working directory.`,
      { cause: error },
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

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
