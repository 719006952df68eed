import { FAULTS } from '../../reference-server/alterations.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import {
  type ClientEffect,
  type ClientImpact,
  effectWords,
  worstFirst,
} from '../../src/conformance/client-impact.ts';
import { LEVEL_WORD } from '../../src/report/phrases/verdicts.ts';
import { cell, table } from '../markdown.ts';

/** The text of dist/docs/client-impact.md: what the table has, for people. */
export function clientImpactPage(impact: ClientImpact): string {
  const { measured, clients, rules, members } = impact;
  const names = clients.map(({ name }) => name);
  const cellsOf = (effects: readonly ClientEffect[]) =>
    names.map((name) => reactions(effects.filter(({ client }) => client === name)));
  const ruleRows = CATALOGUE.flatMap(({ area, rule: { id, provenBy } }) => {
    const effects = rules[id];
    if (effects === undefined) return [];
    const link = `[${id}](../../docs/rules/${area}.md#${id})`;
    return [[link, cell(FAULTS.get(provenBy)?.summary ?? ''), ...cellsOf(effects)]];
  });
  const memberRows = members
    .filter(({ effects }) => effects.length > 0)
    .map(({ operation, event = 'body', member, change, rules: ids, effects }) => [
      `${operation}, ${event}`,
      `\`${member}\` ${change}`,
      strongestLevel(ids),
      ...cellsOf(effects),
    ]);
  return [
    '# What official clients do',
    `What openai-node, openai-python and the AI SDK do when a gateway breaks a rule, measured on ${measured} by \`npm run client-impact\`: each fault of the reference gateway in turn, each call at a gateway of its own. A call that differs is made again without the fault and with it: only what happens both times, and not in between, counts. Each client retries once instead of twice. "—": none of its calls meets the fault.`,
    table(
      ['client', 'packages', 'runtime', 'calls'],
      clients.map(({ name, packages, runtime, calls }) => [
        name,
        Object.entries(packages)
          .map((each) => each.join(' '))
          .join(', '),
        runtime,
        calls.join(', '),
      ]),
    ),
    '## Rules',
    table(['rule', 'fault', ...names], ruleRows),
    '## Members of good answers',
    'Each member was taken away and made null. The level is that of the rule that asks for it. A program that only reads the missing member itself is not listed.',
    table(['answer', 'member', 'level', ...names], memberRows),
  ]
    .join('\n\n')
    .concat('\n');
}

/** In words; "—" for no rules. */
function strongestLevel(ids: readonly string[]): string {
  const levels = CATALOGUE.flatMap(({ rule }) => (ids.includes(rule.id) ? [rule.level] : []));
  const strongest = (['must', 'should', 'may'] as const).find((level) => levels.includes(level));
  return strongest === undefined ? '—' : LEVEL_WORD[strongest];
}

/** Each effect once, with all of its calls. */
function reactions(effects: readonly ClientEffect[]): string {
  const alike = Map.groupBy(worstFirst(effects), effectWords);
  const texts = [...alike].map(([words, same]) =>
    cell(`${words}: ${[...new Set(same.flatMap(({ calls }) => calls))].join(', ')}`),
  );
  return texts.join('<br>') || '—';
}
