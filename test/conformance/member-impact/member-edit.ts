import { isJsonObject, parseJson } from '../../../src/answers/json.ts';
import type { Operation } from '../../../src/contract/operations.ts';

/** One member of the good answers to an operation, taken away or made null wherever it stands. */
export interface MemberEdit {
  readonly operation: Operation;
  /** Which events of a stream have it (`eventKind`); absent for one body. */
  readonly event?: string | undefined;
  /** Such as `choices[].delta.role`. */
  readonly member: string;
  readonly change: 'absent' | 'null';
}

const DATA_LINE = /^data: (\{.*\})$/gm;

/** Every edit of an answer, as it was received: one body, or an event stream. */
export function editsOf(operation: Operation, text: string): readonly MemberEdit[] {
  const whole = parseJson(text);
  const places = isJsonObject(whole)
    ? membersIn(whole).map((member) => ({ operation, member }))
    : eventsIn(text).flatMap((event) =>
        membersIn(event).map((member) => ({ operation, event: eventKind(event), member })),
      );
  const edits = places.flatMap((place) => [
    { ...place, change: 'absent' as const },
    { ...place, change: 'null' as const },
  ]);
  const distinct = new Map(edits.map((edit) => [JSON.stringify(edit), edit]));
  // What is null already cannot be made null.
  return [...distinct.values()].filter((edit) => edited(text, edit) !== text);
}

/** An answer to the operation with the edit. An answer in the other form stays as it is. */
export function edited(text: string, edit: MemberEdit): string {
  if (edit.event !== undefined) {
    return text.replaceAll(DATA_LINE, (line, data: string) => {
      const event: unknown = JSON.parse(data);
      if (eventKind(event) !== edit.event) return line;
      return `data: ${JSON.stringify(changed(event, stepsOf(edit), edit.change))}`;
    });
  }
  const body = parseJson(text);
  return isJsonObject(body) ? JSON.stringify(changed(body, stepsOf(edit), edit.change)) : text;
}

/** The type of an event, or what a chunk of a chat stream is for. */
function eventKind(event: unknown): string {
  if (!isJsonObject(event)) return 'other';
  if (typeof event.type === 'string') return event.type;
  const [choice]: unknown[] = Array.isArray(event.choices) ? event.choices : [];
  if (!isJsonObject(choice)) return 'chunk with usage';
  if (typeof choice.finish_reason === 'string') return 'chunk with finish_reason';
  return isJsonObject(choice.delta) && 'role' in choice.delta ? 'first chunk' : 'chunk with text';
}

function eventsIn(text: string): readonly unknown[] {
  return [...text.matchAll(DATA_LINE)].map(([, data]) => JSON.parse(data ?? '') as unknown);
}

function membersIn(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersIn(item, `${path}[]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return [place, ...membersIn(inner, place)];
  });
}

/** `choices[].delta` is choices, then the items, then delta. */
function stepsOf({ member }: MemberEdit): readonly string[] {
  return member.replaceAll('[]', '.[]').split('.');
}

function changed(
  value: unknown,
  [step = '', ...rest]: readonly string[],
  change: MemberEdit['change'],
): unknown {
  if (step === '[]') {
    return Array.isArray(value) ? value.map((item) => changed(item, rest, change)) : value;
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return { ...value, [step]: changed(value[step], rest, change) };
  if (change === 'null') return { ...value, [step]: null };
  const { [step]: _, ...others } = value;
  return others;
}
