import { FAULTS } from '../../reference-server/alterations.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import {
  type ClientEffect,
  type ClientImpact,
  effectWords,
  worstFirst,
} from '../../src/conformance/client-impact.ts';
import { cell } from '../markdown-cell.ts';

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
  const memberRows = members.flatMap(({ operation, event = 'body', member, change, effects }) =>
    effects.length === 0
      ? []
      : [[`${operation}, ${event}`, `\`${member}\` ${change}`, ...cellsOf(effects)]],
  );
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
    'A program that only reads the missing member itself is not listed.',
    table(['answer', 'member', ...names], memberRows),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Each effect once, with all of its calls. */
function reactions(effects: readonly ClientEffect[]): string {
  const alike = Map.groupBy(worstFirst(effects), effectWords);
  const texts = [...alike].map(([words, same]) =>
    cell(`${words}: ${[...new Set(same.flatMap(({ calls }) => calls))].join(', ')}`),
  );
  return texts.join('<br>') || '—';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
