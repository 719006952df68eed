import { formatCount, formatDigits, formatNumberOf } from '../phrases/number-format.ts';
import type { ExploreReport } from '../schema/explore.ts';
import type { RunReport } from '../schema/run-report.ts';
import { type Block, paragraph, rowsOf, type Section, section } from './document.ts';

/** What was explored, and the shortest sequence that breaks each rule. */
export function exploreSection({ explore }: RunReport): Section | undefined {
  if (explore === undefined) return undefined;
  return section(
    'Exploration',
    [
      paragraph(summary(explore)),
      ...explore.reproductions.map(reproduction),
      ...differences(explore),
      coverage(explore),
    ],
    { id: 'exploration' },
  );
}

function summary({ programs, requests, requestsPerSecond, endedBy, pairs }: ExploreReport): string {
  const rate = `${formatDigits(requestsPerSecond)} requests/s`;
  const end = endedBy === 'budget' ? ' It ended when its budget was spent.' : '';
  return `${formatNumberOf(programs, 'sequence')} with ${formatNumberOf(requests, 'request')}, ${rate}; ${formatNumberOf(pairs, 'pair')} of requests.${end}`;
}

function reproduction({
  rule,
  failed,
  replays,
  copies,
  steps,
  shell,
}: ExploreReport['reproductions'][number]): Block {
  const chance = `It fails ${failed} of ${replays} times`;
  const beside = copies === undefined ? '' : `, ${copies} of it at the same time`;
  return section(rule, [
    paragraph(`${chance}${beside}.`),
    { kind: 'list', items: steps.map((step, at) => `${at + 1}. ${step}`) },
    ...(shell === undefined
      ? []
      : [
          {
            kind: 'verbatim' as const,
            title: 'The same with curl',
            text: shell,
            language: 'sh' as const,
            only: 'files' as const,
          },
        ]),
  ]);
}

function differences({
  against,
  differences: all = [],
}: ExploreReport): readonly (Block | undefined)[] {
  if (against === undefined) return [];
  const count = all.length === 0 ? 'No difference' : formatNumberOf(all.length, 'difference');
  return [
    paragraph(`${count} from ${against}.`),
    ...all.map(
      ({ difference, seen: [first = '', other = ''], failed, replays, steps, otherSteps }) =>
        section(difference, [
          paragraph(`It shows ${failed} of ${replays} times.`),
          { kind: 'list', items: [`here: ${first}`, `there: ${other}`] },
          {
            kind: 'list',
            items: steps.map(
              (step, at) => `${at + 1}. ${step}; there: ${answerIn(otherSteps[at])}`,
            ),
          },
        ]),
    ),
  ];
}

/** What came back, after the label of a step. */
function answerIn(step = ''): string {
  return step.slice(step.indexOf(': ') + 2);
}

function coverage({ coverage: forms }: ExploreReport): Block {
  const table: Block = {
    kind: 'table',
    name: 'What was tried',
    columns: ['Form', 'Differences tried', 'of', 'Requests'].map((title) => ({ title })),
    groups: rowsOf(
      forms.map(({ form, tried, of, times }) => ({
        name: form,
        cells: [tried, of, times].map(formatCount),
      })),
    ),
  };
  return section('What was tried', [table]);
}
