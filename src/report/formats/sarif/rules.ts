import { CATALOGUE } from '../../../conformance/catalogue.ts';
import { reactionsSentence } from '../../../conformance/client-impact.ts';
import { clip } from '../../phrases/printable.ts';
import { pageUri } from '../../project-address.ts';
import type { RuleResult } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { escapeMarkdown } from '../markdown/spans.ts';

/** The SARIF level of each level. */
export const SARIF_LEVEL = { must: 'error', should: 'warning', may: 'note' } as const;

/** The rule that stands for every missed objective. */
export const OBJECTIVE_RULE = 'slo-objective-met';

const MESSAGE_CHARACTERS = 8000;

/** A message in which `[text](address)` of a gateway does not become a link. */
export function sarifMessage(text: string): { readonly text: string } {
  return { text: clip(text, MESSAGE_CHARACTERS).replaceAll('](', '] (') };
}

export interface SarifRules {
  readonly rules: readonly object[];
  /** Place of a rule in the list; -1, which SARIF reads as absent, when it is not there. */
  indexOf(rule: string): number;
}

/** Metadata of every rule that was judged, whatever its verdict. */
export function sarifRules({ rules, slo }: RunReport): SarifRules {
  const objective = slo.length === 0 ? [] : [objectiveRule()];
  const ids = [...rules.map(({ id }) => id), ...objective.map(({ id }) => id)];
  const places = new Map(ids.map((id, index) => [id, index]));
  return {
    rules: [...rules.map(descriptor), ...objective],
    indexOf: (rule) => places.get(rule) ?? -1,
  };
}

function descriptor(rule: RuleResult): object {
  const { id, area, level, provenance, statement, source, harm, clients, override } = rule;
  const paragraphs = [
    statement,
    ...(harm === undefined ? [] : [harm]),
    ...(clients === undefined ? [] : [`Clients: ${reactionsSentence(clients)}.`]),
    `Source: ${source} (${provenance}).`,
    ...(override === undefined ? [] : [`Changed by the profile: ${override}.`]),
  ];
  return {
    id,
    name: pascalCase(id),
    shortDescription: { text: statement },
    fullDescription: { text: harm ?? statement },
    help: {
      text: paragraphs.join('\n\n'),
      markdown: [`**${id}**`, ...paragraphs.map(escapeMarkdown), commands(id)].join('\n\n'),
    },
    ...(isBundled(id) && { helpUri: pageUri(`docs/rules/${area}.md`, id) }),
    defaultConfiguration: { level: SARIF_LEVEL[level] },
    properties: { tags: [area, level, provenance], level, provenance, source },
  };
}

/** Only these have a section in docs/rules. */
function isBundled(id: string): boolean {
  return CATALOGUE.some(({ rule }) => rule.id === id);
}

/** How to read about a rule and to try it alone. */
function commands(id: string): string {
  return `\`\`\`sh\nnpx assay explain ${id}\nnpx assay conform --rule ${id}\n\`\`\``;
}

const OBJECTIVE_HELP = 'The objectives and the workload are those of the configuration of the run.';

function objectiveRule() {
  return {
    id: OBJECTIVE_RULE,
    name: pascalCase(OBJECTIVE_RULE),
    shortDescription: { text: 'Every objective of the SLO is met.' },
    fullDescription: { text: 'Every objective of the SLO is met under the configured workload.' },
    help: { text: OBJECTIVE_HELP, markdown: OBJECTIVE_HELP },
    helpUri: pageUri('docs/metrics.md'),
    defaultConfiguration: { level: SARIF_LEVEL.must },
    properties: { tags: ['slo'] },
  };
}

function pascalCase(id: string): string {
  return id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
