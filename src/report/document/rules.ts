import { formatCount } from '../phrases/number-format.ts';
import { ruleGroups } from '../phrases/rule-groups.ts';
import { partialPasses } from '../phrases/sentences.ts';
import { VERDICT_MARK, VERDICTS } from '../phrases/verdicts.ts';
import type { RunReport } from '../schema/run-report.ts';
import { type Block, rowsOf, type Section, section, type Table } from './document.ts';

/** How many rules have each verdict, then those that did not pass with their findings. */
export function rulesSection(report: RunReport): Section | undefined {
  if (report.rules.length === 0) return undefined;
  const rules: Block = { kind: 'rules', groups: ruleGroups(report), report };
  return section('Rules', [counts(report), rules, partlyJudged(report)], { id: 'rules' });
}

/** Stated and assumed rules apart. */
function counts({ counts: { stated, assumed } }: RunReport): Table {
  const titles = VERDICTS.map((verdict) => `${VERDICT_MARK[verdict]} ${verdict}`);
  const row = (name: string, of: typeof stated) => ({
    name,
    cells: VERDICTS.map((verdict) => formatCount(of[verdict])),
  });
  return {
    kind: 'table',
    name: 'Rules by verdict',
    columns: ['Provenance', ...titles].map((title) => ({ title })),
    groups: rowsOf([
      row('stated by the interface', stated),
      row('assumed from other sources', assumed),
    ]),
  };
}

function partlyJudged(report: RunReport): Section | undefined {
  const items = partialPasses(report);
  return items.length === 0
    ? undefined
    : section('Passed on part of the evidence', [{ kind: 'list', items }]);
}
