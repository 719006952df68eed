import type { MemberEffects } from '../../src/conformance/client-impact.ts';
import { GoodAnswers, rulesAbout } from '../../test/conformance/member-impact/good-answers.ts';
import type { MemberEdit } from '../../test/conformance/member-impact/member-edit.ts';
import { type CleanRun, inTurns, measureDefect } from './measure.ts';

/** The calls that read the answer to an operation. */
const CALLS: Readonly<Record<MemberEdit['operation'], readonly string[]>> = {
  chat: ['chat'],
  responses: ['responses'],
  images: ['image'],
  transcription: ['transcription'],
  'video-create': ['video'],
  'video-read': ['video'],
  'video-cancel': ['video'],
};
const STREAM_CALLS: Readonly<Record<string, readonly string[]>> = {
  chat: ['chat-stream', 'chat-stream-helper'],
  responses: ['responses-stream', 'responses-stream-helper'],
};

/** What clients do when a member of a good answer is missing or null, with the rules that name it. */
export async function measureMembers(clean: CleanRun, atOnce: number): Promise<MemberEffects[]> {
  const good = await GoodAnswers.record();
  return await inTurns(good.edits(), atOnce, async (edit) => {
    const { operation, event } = edit;
    const made = event === undefined ? CALLS[operation] : STREAM_CALLS[operation];
    const effects = await measureDefect({ edit }, clean, made);
    return { ...edit, rules: effects.length === 0 ? [] : rulesAbout(good.findings(edit)), effects };
  });
}
