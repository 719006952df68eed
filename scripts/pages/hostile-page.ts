import { BEHAVIOURS, KINDS } from '../../reference-server/hostile/behaviours/index.ts';
import type { HostileResult } from '../../test/hostile/result.ts';
import { COMMANDS } from '../../test/hostile/run-all.ts';
import { cell } from '../markdown-cell.ts';

const LONGEST_CELL = 200;
const HEAD = ['behaviour', 'what it does', ...COMMANDS.flatMap(columnsOf)];

function columnsOf(command: string): readonly string[] {
  return [`${command}: exit`, 's', 'MiB', 'named by'];
}

/** The text of dist/docs/hostile.md: every behaviour with its runs, whatever they showed. */
export function hostilePage(runs: readonly HostileResult[], when: Date): string {
  const broken = runs.filter(({ breaches }) => breaches.length > 0);
  const largest = Math.max(...runs.map(({ peakMib }) => peakMib));
  const sections = Object.entries(KINDS).map(
    ([kind, behaviours]) => `## ${kind}\n\n${tableOf(Object.keys(behaviours), runs)}`,
  );
  return [
    '# Hostile gateways',
    'The result of `npm run hostile`: each behaviour of `assay serve --hostile` against `assay conform` with a few rules and `assay load` for 1 s, each command in a process of its own. A run must end within 90 s with exit code 1 or 2, take less than 512 MiB in each process, name the trouble (a rule with a finding, or words on the terminal), print no control character and no key in any form, contact no other origin and leave no process behind. ✗ marks what it did instead.',
    `Run on ${when.toISOString().slice(0, 10)}: ${BEHAVIOURS.size} behaviours, ${runs.length} runs, ${broken.length} with ✗; the largest process took ${largest.toFixed(0)} MiB. MiB is the peak of the process that took most.`,
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}

function tableOf(names: readonly string[], runs: readonly HostileResult[]): string {
  const rows = names.map((name) => {
    const cells = COMMANDS.flatMap((command) =>
      cellsOf(runs.find((run) => run.name === name && run.command === command)),
    );
    return rowOf([`\`${name}\``, cell(BEHAVIOURS.get(name)?.summary ?? ''), ...cells]);
  });
  return [rowOf(HEAD), `|${'---|'.repeat(HEAD.length)}`, ...rows].join('\n');
}

function cellsOf(run: HostileResult | undefined): readonly string[] {
  if (run === undefined) return ['not run', '', '', ''];
  const { code, seconds, peakMib, names, breaches } = run;
  const crosses = breaches.map((breach) => `✗ ${breach}`);
  const named = [...new Set(names), ...crosses].join('; ').slice(0, LONGEST_CELL);
  return [String(code ?? '–'), seconds.toFixed(1), peakMib.toFixed(0), cell(named)];
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
