import { formatNumberOf } from '../phrases/number-format.ts';
import { targetName } from '../phrases/sentences.ts';
import type { BehaviourRecord, BehaviourSheet } from '../schema/sheet.ts';
import {
  type Block,
  type Facts,
  factsOf,
  paragraph,
  type ReportDocument,
  rowsOf,
  type Section,
  section,
  type Table,
} from './document.ts';

/** The behaviour sheet: each question with its answer and the evidence. */
export function sheetDocument(sheet: BehaviourSheet): ReportDocument {
  const { target, profile, startedAt, assayVersion, seed, behaviours, reasons } = sheet;
  const answered = behaviours.filter(({ answer }) => answer !== null).length;
  const name = targetName(target);
  return {
    title: `Behaviour of ${name}`,
    assayVersion,
    data: 'behaviour.json',
    head: {
      title: `Behaviour of ${name}`,
      what: `Observed on ${startedAt.slice(0, 10)} with profile ${profile}, seed ${seed}, by Assay ${assayVersion}`,
      facts: [],
      meaning: `${answered} of ${formatNumberOf(behaviours.length, 'question')} answered. None of this is right or wrong: the interface leaves these points open.`,
      figures: [],
      reasons: reasons.map((reason) => `Cut short. ${reason}`),
      remarks: [],
    },
    search: 'Search questions and answers',
    sections: [
      section('In short', [shortAnswers(behaviours)], { id: 'short', only: 'page' }),
      ...[...Map.groupBy(behaviours, ({ topic }) => topic)].map(([topic, records]) =>
        section(topic, [answerTable(topic, records), ...topicBlocks(records)], { id: topic }),
      ),
    ],
  };
}

/** What a client asks first, and the questions that answer it. */
const FIRST_QUESTIONS = [
  ['Are keys honoured?', ['repeated-key', 'repeated-key-stream']],
  ['409 for a retry in flight, or does it wait?', ['retry-in-flight']],
  ['Do streams come token by token?', ['chat-stream-pace', 'responses-stream-pace']],
  ['Are failures shown inside a stream?', ['chat-stream-failure', 'responses-stream-failure']],
  ['Does a job run on after it is cancelled?', ['deleted-job-runs-on']],
] as const;

function shortAnswers(behaviours: readonly BehaviourRecord[]): Facts {
  return factsOf(
    FIRST_QUESTIONS.map(([name, ids]) => {
      const records = ids.flatMap((id) => behaviours.find((each) => each.id === id) ?? []);
      const answers = [...new Set(records.map(({ answer }) => answer ?? 'not observed'))];
      return [name, answers.length === 0 ? undefined : answers.join('; ')];
    }),
  );
}

/** Questions beside their answers, which only the page has the width for. */
function answerTable(topic: string, records: readonly BehaviourRecord[]): Table {
  return {
    kind: 'table',
    only: 'page',
    name: `Questions about ${topic}`,
    columns: ['Question', 'Answer'].map((title) => ({ title, text: true })),
    groups: rowsOf(
      records.map(({ id, question: name, silence, answer, reason }) => ({
        name: [`${name} `, { code: id }],
        cells: [answer ?? unseen(reason)],
        notes: [silence],
      })),
    ),
  };
}

/** A reason that all questions share is given once. */
function topicBlocks(records: readonly BehaviourRecord[]): readonly (Block | undefined)[] {
  const [first] = records;
  const isCommon =
    records.length > 1 &&
    records.every(({ answer, reason }) => answer === null && reason === first?.reason);
  if (!isCommon) return records.map(question);
  const items = records.map((record) => record.question);
  return [
    paragraph(`${unseen(first?.reason)}:`, { tone: 'quiet', only: 'lines' }),
    { kind: 'list', only: 'lines', items },
  ];
}

function question({
  id,
  question: title,
  silence,
  answer,
  reason,
  evidence,
}: BehaviourRecord): Section {
  const blocks: readonly (Block | undefined)[] = [
    answer === null ? paragraph(unseen(reason), { tone: 'quiet' }) : paragraph([{ code: answer }]),
    {
      kind: 'list',
      only: 'files',
      items: [
        [{ code: id }, `; ${silence}`],
        ...evidence.map(({ exchange, summary, excerpt }) => [
          `request ${exchange}: `,
          { code: summary },
          ...(excerpt === '' ? [] : [' ', { code: excerpt }]),
        ]),
      ],
    },
  ];
  return section(title, blocks, { only: 'lines' });
}

function unseen(reason = 'nothing showed it'): string {
  return `not observed, because ${reason}`;
}
