import { formatNumberOf } from '../phrases/number-format.ts';
import { targetName } from '../phrases/sentences.ts';
import type { BehaviourRecord, BehaviourSheet } from '../schema/sheet.ts';
import { type Block, paragraph, type ReportDocument, type Section, section } from './document.ts';

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
      title: ['Behaviour of ', { code: name }],
      what: `Observed on ${startedAt.slice(0, 10)} with profile ${profile}, seed ${seed}, by Assay ${assayVersion}`,
      facts: [],
      meaning: `${answered} of ${formatNumberOf(behaviours.length, 'question')} answered. None of this is right or wrong: the interface leaves these points open.`,
      figures: [],
      reasons: reasons.map((reason) => `Cut short. ${reason}`),
      remarks: [],
    },
    sections: [...Map.groupBy(behaviours, ({ topic }) => topic)].map(([topic, records]) =>
      section(topic, topicBlocks(records)),
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
  return [paragraph(`${unseen(first?.reason)}:`, { tone: 'quiet' }), { kind: 'list', items }];
}

function question({
  id,
  question: title,
  silence,
  answer,
  reason,
  evidence,
}: BehaviourRecord): Section {
  return section(title, [
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
  ]);
}

function unseen(reason = 'nothing showed it'): string {
  return `not observed, because ${reason}`;
}
