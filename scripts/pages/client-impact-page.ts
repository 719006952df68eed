import { FAULTS } from '../../reference-server/alterations.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import {
  type ClientEffect,
  type ClientImpact,
  effectWords,
} from '../../src/conformance/client-impact.ts';
import { CALLS } from '../client-impact/calls.ts';
import { measuredRules } from '../client-impact/measured-rules.ts';
import { cell } from '../markdown-cell.ts';

const NONE = '—';

/** The text of docs/client-impact.md. */
export function clientImpactPage(impact: ClientImpact): string {
  const { measured, clients, rules } = impact;
  const total = Object.keys(rules).length;
  const affected = Object.values(rules).filter(({ length }) => length > 0).length;
  const areas = [...new Set(CATALOGUE.map(({ area }) => area))];
  return [
    '# What official clients do',
    `For each rule: what three official clients do when a gateway breaks it. \`npm run client-impact\` starts the reference gateway with each fault in turn, makes the calls below with each client, and compares what the program sees with what it sees at the gateway without a fault. Each call has a gateway of its own. A call that differs is made again without the fault and with it: only what happens both times, and not in between, is in the table. The line **clients** of a finding, of \`assay explain\` and of a rule's page comes from this table, [client-impact.json](../src/conformance/client-impact.json).`,
    `Measured on ${measured}: ${total} faults, of which ${affected} change at least one call of one client.`,
    [
      '| client | packages | runtime | calls | rules whose fault it meets |',
      '|---|---|---|---|---|',
      ...clients.map(({ name, packages, runtime, calls }) => {
        const met = Object.values(rules).filter((effects) =>
          effects.some(({ client }) => client === name),
        );
        const versions = Object.entries(packages).map(([id, version]) => `\`${id}\` ${version}`);
        return `| ${name} | ${versions.join(', ')} | ${runtime} | ${calls.length} | ${met.length} |`;
      }),
    ].join('\n'),
    'A rule about the traffic between a gateway and its provider is not measured: its fault needs a provider.',
    'Each client retries once instead of twice, and the clients of OpenAI wait 2 s for an answer, so that a run ends in minutes; everything else is as installed. The gateway also accepts videos as forms, as these clients send them (`--variant videos-multipart`). The AI SDK has no video calls for such a gateway. A retry with an Idempotency-Key is the same call with the same header: none of these clients sends one by default.',
    'A brief effect can be large: text that is lost silently reaches users, and a wrong value is passed on as the client received it. "No effect" (—) means that none of these calls meets the fault, not that no program would. A fault that depends on a race shows in some runs only. An error counts wherever the program meets it: from the client, or when it reads a value that the client passed on.',
    ...areas.flatMap((area) => areaSection(area, impact)),
    `## Calls\n\n${callTable(impact)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function areaSection(area: string, { clients, rules }: ClientImpact): string[] {
  const measured = measuredRules(CATALOGUE.filter((entry) => entry.area === area));
  if (measured.length === 0) return [];
  const rows = measured.map(({ id, provenBy, operations }) => {
    const effects = rules[id] ?? [];
    const cells = clients.map(({ name, without }) => {
      if (operations.every((operation) => without.includes(operation))) return 'no such call';
      return reactions(effects.filter(({ client }) => client === name));
    });
    const link = `[${id}](rules/${area}/${id}.md)`;
    return `| ${link} | ${cell(FAULTS.get(provenBy)?.summary ?? '')} | ${cells.join(' | ')} |`;
  });
  const head = ['rule', 'fault', ...clients.map(({ name }) => name)];
  return [
    `## ${area}`,
    [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n'),
  ];
}

function reactions(effects: readonly ClientEffect[]): string {
  const texts = effects.map((each) => cell(`${effectWords(each)}: *${each.calls.join(', ')}*`));
  return texts.join('<br>') || NONE;
}

/** Each call with what it does, and the clients that make it where not all do. */
function callTable({ clients }: ClientImpact): string {
  const rows = Object.entries(CALLS).map(([call, what]) => {
    const makers = clients.filter(({ calls }) => calls.includes(call)).map(({ name }) => name);
    const who = makers.length === clients.length ? 'all' : makers.join(', ');
    return `| *${call}* | ${cell(what)} | ${who} |`;
  });
  return ['| call | what the program does | clients |', '|---|---|---|', ...rows].join('\n');
}
