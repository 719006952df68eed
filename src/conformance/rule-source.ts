import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../input/package-files.ts';
import type { CatalogueEntry } from './catalogue.ts';
import { SETTINGS, type SettingName } from './expectations.ts';
import { isSettingName } from './profiles/resolved-profile.ts';
import { isRow } from './rows/row.ts';

const RULES_FOLDER = join(PACKAGE_FOLDER, 'src', 'conformance', 'rules');
const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);

/** What only the source file of a rule states, or a row as data. */
export interface RuleSource {
  /** The harm to a user when a gateway breaks the rule: the doc comment. */
  readonly harm: string;
  /** Settings that the judge reads and a profile can change. */
  readonly settings: readonly SettingName[];
}

/** Sources of bundled rules, by id: each report needs all of them. */
const bundled = new Map<string, Promise<RuleSource>>();

export function readRuleSource(entry: CatalogueEntry): Promise<RuleSource> {
  if (entry.custom !== undefined) return readSource(entry);
  const known = bundled.get(entry.rule.id) ?? readSource(entry);
  bundled.set(entry.rule.id, known);
  return known;
}

async function readSource({ area, rule, custom }: CatalogueEntry): Promise<RuleSource> {
  if (isRow(rule)) return { harm: rule.harm, settings: rule.settings };
  const file = custom?.file ?? join(RULES_FOLDER, area, `${rule.id}.ts`);
  const text = await readFile(file, 'utf8');
  const names = [
    ...text.matchAll(/\bexpect\.(\w+)/g),
    ...text.matchAll(/\{([^{}]*)\}: Expectations/g),
  ]
    .flatMap(([, words = '']) => words.split(/\W+/))
    .filter(isSettingName);
  return {
    harm: custom === undefined ? harmOf(text) : (custom.harm ?? ''),
    settings: SETTING_NAMES.filter((name) => names.some((found) => found === name)),
  };
}

/** The sources of these rules, by the rule's id. */
export async function readRuleSources(
  entries: readonly CatalogueEntry[],
): Promise<ReadonlyMap<string, RuleSource>> {
  const sources = entries.map(
    async (entry) => [entry.rule.id, await readRuleSource(entry)] as const,
  );
  return new Map(await Promise.all(sources));
}

/** The doc comment right before the exported rule. */
function harmOf(text: string): string {
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+: (?:Judge|Fold)Rule/.exec(
    text,
  );
  return (comment?.[1] ?? '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
