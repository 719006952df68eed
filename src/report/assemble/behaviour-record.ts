import { describeOutcome } from '../../answers/narrow.ts';
import type { Observation } from '../../conformance/behaviour.ts';
import type { Observed } from '../../conformance/run/observe-behaviours.ts';
import { clipLine } from '../phrases/printable.ts';
import type { BehaviourRecord } from '../schema/sheet.ts';
import { evidenceRecord } from './evidence-record.ts';

const ANSWER_CHARACTERS = 2000;
const EXCERPT_CHARACTERS = 240;
const OBSERVED_CHARACTERS = 400;
const PIECES_OF_EVIDENCE = 6;
/** More subjects with the same answer are written as `all`. */
const NAMED_SUBJECTS = 3;

/** The answer to one behaviour question, with the exchanges that show it. */
export function behaviourRecord(observed: Observed): BehaviourRecord {
  const { topic, behaviour } = observed;
  const { id, question, silence } = behaviour;
  const facts = { id, topic, question, silence };
  if (!('observations' in observed)) {
    const reason = clipLine(observed.reason, ANSWER_CHARACTERS);
    return { ...facts, answer: null, reason, evidence: [] };
  }
  const byValue = Map.groupBy(observed.observations, ({ value }) => value);
  return {
    ...facts,
    answer: clipLine(answerOf(byValue), ANSWER_CHARACTERS),
    evidence: [...byValue.values()]
      .flatMap((observations) => observations.slice(0, 1))
      .slice(0, PIECES_OF_EVIDENCE)
      .map(pieceOf),
  };
}

/** `200` of one subject, `all: 200` of many that are alike, else `chat, responses: 200; video-create: 202`. */
function answerOf(byValue: ReadonlyMap<string, readonly Observation[]>): string {
  return [...byValue]
    .map(([value, observations]) => {
      const subjects = [...new Set(observations.map(({ subject }) => subject))].filter(
        (subject) => subject !== '',
      );
      if (subjects.length === 0) return value;
      const alike = byValue.size === 1 && subjects.length > NAMED_SUBJECTS;
      return `${alike ? 'all' : subjects.join(', ')}: ${value}`;
    })
    .join('; ');
}

function pieceOf({ value, exchange }: Observation): BehaviourRecord['evidence'][number] {
  const text = evidenceRecord(exchange)
    .body.map((read) => read.text)
    .join('');
  return {
    exchange: exchange.id,
    observed: clipLine(value, OBSERVED_CHARACTERS),
    summary: clipLine(describeOutcome(exchange), OBSERVED_CHARACTERS),
    excerpt: clipLine(text, EXCERPT_CHARACTERS),
  };
}
