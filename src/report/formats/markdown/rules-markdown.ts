import { present } from '../../../input/defined.ts';
import { examplesOf, whereabouts } from '../../phrases/findings.ts';
import { formatCount } from '../../phrases/number-format.ts';
import { LEVEL_WORD, MARK, type RuleGroups, unexplained } from '../../phrases/verdicts.ts';
import type { RuleResult } from '../../schema/rules.ts';
import { code, escapeMarkdown, linkMarkdown, markdownTable } from './spans.ts';

/** Rules shown; the HTML report has them all. */
const SHOWN = 25;

/** What several rules have in common, then each other rule that did not pass with its first finding. */
export function rulesMarkdown(groups: RuleGroups, level: number): string[] {
  const found = unexplained(groups).flatMap(({ rules }) => rules);
  const left = found.length - SHOWN;
  const title = (text: string) => `${'#'.repeat(level)} ${text}`;
  return [
    ...(groups.causes.length === 0
      ? []
      : [title('Common causes'), groups.causes.flatMap(causeItems).join('\n')]),
    ...(found.length === 0
      ? []
      : [
          title('Rules that did not pass'),
          markdownTable(
            ['', 'Rule', 'Level', 'Expected', 'Actual'],
            found.slice(0, SHOWN).map(ruleRow),
          ),
        ]),
    left > 0 ? `And ${formatCount(left)} more: see the HTML report.` : '',
  ];
}

function causeItems({ sentence, rules }: RuleGroups['causes'][number]): readonly string[] {
  return [`- **${escapeMarkdown(sentence)}**`, ...rules.map(causeItem)];
}

function causeItem({ id, verdict, level, statement }: RuleResult): string {
  return `  - ${MARK[verdict]} ${verdict} ${code(id, 100)} (${LEVEL_WORD[level]}): ${escapeMarkdown(statement)}`;
}

function ruleRow(rule: RuleResult): string[] {
  const { id, level, provenance, verdict, statement, reason } = rule;
  const [example] = examplesOf(rule);
  const head = [
    `${MARK[verdict]} ${verdict}`,
    code(id, 100),
    `${LEVEL_WORD[level]}, ${provenance}`,
  ];
  if (reason !== undefined || example === undefined) {
    return [...head, escapeMarkdown(statement), reason === undefined ? '–' : code(reason, 300)];
  }
  const place = whereabouts(example);
  const { trace } = example.evidence ?? {};
  const actual = code(example.actual, 200);
  return [
    ...head,
    code(example.expected, 200),
    present([
      actual,
      place !== '' && code(place, 200),
      trace && linkMarkdown({ link: trace.id, url: trace.url }),
    ]).join(' '),
  ];
}
