import { FAULTS } from '../../reference-server/alterations.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import {
  type ClientEffect,
  type ClientImpact,
  effectsOf,
  effectWords,
  type MemberEffects,
  worstFirst,
} from '../../src/conformance/client-impact.ts';
import { CALLS } from '../client-impact/calls.ts';
import { measuredRules } from '../client-impact/measured-rules.ts';
import { cell } from '../markdown-cell.ts';

const NONE = '—';
const CALLS_SHOWN = 3;
/** Without their details; the order is that of harm. */
const EFFECT_NAMES: Readonly<Record<ClientEffect['effect'], string>> = {
  hangs: 'hangs until its timeout',
  throws: 'throws where there was a value',
  'hides-error': 'returns a value where there was an error',
  'loses-text': 'loses text silently',
  'wrong-value': 'returns a wrong value silently',
  'late-text': 'gets the whole text at the end',
  'costs-more': 'is billed for more calls',
  'other-error': 'throws another error',
  'other-details': 'throws with other details',
  retries: 'needs a retry',
};

/** The text of dist/docs/client-impact.md. */
export function clientImpactPage(impact: ClientImpact): string {
  const { measured, clients, rules, members } = impact;
  const total = Object.keys(rules).length;
  const affected = Object.values(rules).filter(({ length }) => length > 0).length;
  const areas = [...new Set(CATALOGUE.map(({ area }) => area))];
  return [
    '# What official clients do',
    'What openai-node, openai-python and the AI SDK do when a gateway breaks a rule: which call throws, loses text, hangs, or returns a wrong value without an error. A finding shows it in the line **clients**, and so do `assay explain` and [the pages of the rules](../../docs/rules/README.md).',
    '`npm run client-impact` starts the reference gateway with each fault in turn, and with each member of its good answers taken away or null, and makes the calls below with each client, each call at a gateway of its own. It compares what the program receives with what it receives without the fault. A call that differs is made again without the fault and with it: the table has only what happens both times, and not in between. All calls of an effect are in [client-impact.json](../../src/conformance/client-impact.json).',
    `Measured on ${measured}: ${total} faults, of which ${affected} change at least one call of one client, and ${members.length} edits of a member, of which ${members.filter(isNoticed).length} do.`,
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
    '## Worst effect of each rule\n\nThe effects without an error are the dangerous ones: no log has them.',
    worstTable(impact),
    '## How to read it',
    [
      '- "—": none of these calls meets the fault. Another program may meet it.',
      '- "no such call": the client has no call for the operations of the rule. The AI SDK has none for video jobs of such a gateway.',
      '- An error counts where the program meets it: from the client, or when it reads a value that the client passed on.',
      '- A fault that depends on a race shows in some runs only.',
      '- A retry with an Idempotency-Key is the same call with the same header. None of these clients sends the header by default.',
      '- Each client retries once instead of twice, and the clients of OpenAI wait 2 s for an answer, so that the calls end within 5 s. All other settings are the defaults.',
      '- A rule about the traffic between a gateway and its provider is not measured: its fault needs a provider.',
    ].join('\n'),
    ...areas.flatMap((area) => areaSection(area, impact)),
    memberSection(impact),
    `## Calls\n\n${callTable(impact)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** How many rules have each effect as their worst, by client. */
function worstTable({ clients, rules }: ClientImpact): string {
  const worst = clients.map(({ name }) =>
    Object.values(rules).flatMap((effects) =>
      worstFirst(effects.filter(({ client }) => client === name))
        .slice(0, 1)
        .map(({ effect }) => effect),
    ),
  );
  const rows = Object.entries(EFFECT_NAMES).map(([effect, words]) => {
    const counts = worst.map((each) => each.filter((one) => one === effect).length);
    return `| ${[words, ...counts].join(' | ')} |`;
  });
  const head = ['effect', ...clients.map(({ name }) => name)];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
}

function areaSection(area: string, impact: ClientImpact): string[] {
  const { clients } = impact;
  const measured = measuredRules(CATALOGUE.filter((entry) => entry.area === area));
  if (measured.length === 0) return [];
  const rows = measured.map(({ id, provenBy, operations }) => {
    const effects = effectsOf(id, impact) ?? [];
    const cells = clients.map(({ name, without }) => {
      if (operations.every((operation) => without.includes(operation))) return 'no such call';
      return reactions(effects.filter(({ client }) => client === name));
    });
    const link = `[${id}](../../docs/rules/${area}.md#${id})`;
    return `| ${link} | ${cell(FAULTS.get(provenBy)?.summary ?? '')} | ${cells.join(' | ')} |`;
  });
  const head = ['rule', 'fault', ...clients.map(({ name }) => name)];
  return [
    `## ${area}`,
    [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n'),
  ];
}

/** The members whose loss a client notices, with the level of the rules that judge them. */
function memberSection({ clients, members }: ClientImpact): string {
  const places = Map.groupBy(members.filter(isNoticed), (each) =>
    [each.operation, each.event ?? 'body', each.member, JSON.stringify(each.effects)].join(),
  );
  const row = (
    { operation, event, member, rules, effects }: MemberEffects,
    same: readonly MemberEffects[],
  ) => {
    const change = same.map((each) => each.change).join(' or ');
    const cells = clients.map(({ name }) =>
      reactions(effects.filter(({ client }) => client === name)),
    );
    const levels = CATALOGUE.map(({ rule }) => rule).filter(({ id }) => rules.includes(id));
    const isRequired = levels.some(({ level }) => level === 'must');
    return `| ${operation}, ${event ?? 'body'} | \`${member}\` | ${change} | ${cells.join(' | ')} | ${isRequired ? 'required' : 'not required'} | ${rules.join(', ')} |`;
  };
  const rows = [...places.values()].flatMap((same) =>
    same.slice(0, 1).map((each) => row(each, same)),
  );
  const head = ['answer', 'member', 'change', ...clients.map(({ name }) => name), 'level', 'rules'];
  return [
    '## Members\n\nA program that only reads the missing member itself is not listed.\n',
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...rows,
  ].join('\n');
}

function isNoticed({ effects }: MemberEffects): boolean {
  return effects.length > 0;
}

/** Each effect once, with all of its calls. */
function reactions(effects: readonly ClientEffect[]): string {
  const alike = Map.groupBy(worstFirst(effects), effectWords);
  const texts = [...alike].map(([words, same]) =>
    cell(`${words}: ${shortened([...new Set(same.flatMap(({ calls }) => calls))])}`),
  );
  return texts.join('<br>') || NONE;
}

function shortened(calls: readonly string[]): string {
  const more = calls.length - CALLS_SHOWN;
  return `*${calls.slice(0, CALLS_SHOWN).join(', ')}*${more > 0 ? ` and ${more} more` : ''}`;
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
