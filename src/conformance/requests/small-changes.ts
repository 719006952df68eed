import type { Expectations } from '../expectations.ts';
import type { ProbeRequest } from '../gateway.ts';
import { SYSTEM_MESSAGE } from './dialogs.ts';
import type { Difference } from './difference.ts';
import type { RequestForm } from './forms.ts';
import { ofUnknownModel } from './members.ts';
import {
  membersOf,
  promptOf,
  tone,
  transcriptionRequest,
  withMembers,
  withPrompt,
} from './plain.ts';

/** A request, and what differs in others that a gateway may take for the same. */
export interface Changes {
  readonly first: ProbeRequest;
  readonly changed: readonly Difference[];
}

/**
 * A request with every member that the contract knows, and small changes of each: in one member, in one
 * character of its text, or in one byte of its file.
 */
export function smallChanges(expect: Expectations, form: RequestForm, word: string): Changes {
  const model = ofUnknownModel(form, word);
  if (form.operation === 'transcription') {
    return { first: uploadOf(expect, word), changed: [...fileChanges(expect, word), model] };
  }
  const first = withMembers(form.request(word), OPTIONAL[form.operation] ?? {});
  const members = Object.entries(membersOf(first)).flatMap(([name, value]) =>
    otherValues(expect, name, value).map((other) =>
      change(name, (sent) => withMembers(sent, { [name]: other })),
    ),
  );
  const messages =
    form.operation === 'chat' ? [{ ...SYSTEM_MESSAGE, name: 'a system message' }] : [];
  return { first, changed: [...members, ...messages, ...PROMPT_CHANGES, model] };
}

/** Members of the contract that a plain request omits. */
const OPTIONAL: Readonly<Partial<Record<string, Readonly<Record<string, unknown>>>>> = {
  chat: { temperature: 1 },
  responses: { instructions: 'Answer briefly.' },
};

/** Legal values that are close to this one. */
function otherValues(expect: Expectations, name: string, value: unknown): readonly unknown[] {
  switch (name) {
    case 'temperature':
      return [1.2];
    case 'instructions':
      return [`${value} `];
    case 'size':
      return expect.imageSizes.filter((size) => size !== value).slice(0, 1);
    case 'n':
    case 'duration':
      return [2 * Number(value)];
    default:
      return [];
  }
}

/** Also of a prompt that is too large to be compared in one piece. */
export const LAST_CHARACTER: Difference = change(
  'the last character',
  inPrompt((text) => text.replace(/.$/s, '!')),
);

const PROMPT_CHANGES: readonly Difference[] = [
  change(
    'the case of a letter',
    inPrompt((text) => text.replace(/[A-Z]/, (one) => one.toLowerCase())),
  ),
  change(
    'a blank at the end',
    inPrompt((text) => `${text} `),
  ),
  LAST_CHARACTER,
];

function inPrompt(edit: (text: string) => string): Difference['of'] {
  return (request) => withPrompt(request, edit(promptOf(request)));
}

function change(name: string, of: Difference['of']): Difference {
  return { name, expected: 'refused', of };
}

/** More than one read of a stream, so that a gateway that compares only the first part shows. */
const LARGE_FILE_BYTES = 2 * 1024 * 1024;

function fileChanges(expect: Expectations, word: string): readonly Difference[] {
  const places = {
    'one byte in the middle of the file': LARGE_FILE_BYTES / 2,
    'the last byte of the file': LARGE_FILE_BYTES - 1,
  };
  return Object.entries(places).map(([name, at]) => change(name, () => uploadOf(expect, word, at)));
}

function uploadOf(expect: Expectations, word: string, changedAt?: number): ProbeRequest {
  const content = tone(word, LARGE_FILE_BYTES);
  if (changedAt !== undefined) content.fill(0x55, changedAt, changedAt + 1);
  return transcriptionRequest(expect, { content });
}
