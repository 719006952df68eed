import { z } from 'zod';
import { EVERY_RULE } from './catalogue.ts';
import { SETTINGS } from './expectations.ts';

/** One setting of a profile. */
export interface SettingFacts {
  readonly name: string;
  /** In words, such as `integer ≥ 1`. */
  readonly type: string;
  /** JSON. */
  readonly default: string;
  /** Where the default comes from. */
  readonly source: string;
  /** Ids of the rules that judge by it; probes may read it too. */
  readonly rules: readonly string[];
}

/** All settings of a profile, in the order of the table. */
export function settingFacts(): readonly SettingFacts[] {
  return Object.entries(SETTINGS).map(([name, { type, default: value, source }]) => ({
    name,
    type: typeText(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })),
    default: JSON.stringify(value),
    source,
    rules: EVERY_RULE.map(({ rule }) => rule).flatMap(({ id, settings = [] }) =>
      settings.some((each) => each === name) ? [id] : [],
    ),
  }));
}

type Schema = z.core.JSONSchema.BaseSchema | boolean;

function typeText(schema: Schema): string {
  if (typeof schema === 'boolean') return 'any value';
  const { anyOf, enum: values, items, prefixItems, properties, required, type } = schema;
  if (anyOf !== undefined) return anyOf.map(typeText).join(' or ');
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (prefixItems !== undefined) return `list of ${prefixItems.map(typeText).join(', ')}`;
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, each]) => {
      return `${name}${required?.includes(name) ? '' : '?'}: ${typeText(each)}`;
    });
    return `{${members.join(', ')}}`;
  }
  if (type === 'array') return `list of ${typeText(firstOf(items))}`;
  return `${type ?? 'any value'}${boundText(schema)}`;
}

function firstOf(items: Schema | readonly Schema[] | undefined): Schema {
  if (items === undefined) return true;
  return isList(items) ? (items[0] ?? true) : items;
}

function isList(items: Schema | readonly Schema[]): items is readonly Schema[] {
  return Array.isArray(items);
}

/** Limits that a person would set; those of a safe integer are omitted. */
function boundText({ minimum, maximum }: Exclude<Schema, boolean>): string {
  const least = minimum === undefined || minimum < -1e15 ? '' : ` ≥ ${minimum}`;
  const most = maximum === undefined || maximum > 1e15 ? '' : ` ≤ ${maximum}`;
  return `${least}${most}`;
}
