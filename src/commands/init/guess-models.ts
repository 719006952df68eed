import { BILLABLE, type ModelKey, OPERATIONS } from '../../contract/operations.ts';

/** Words in the ids of models that are made for one operation. */
const SPECIAL: readonly (readonly [key: ModelKey, words: RegExp])[] = [
  ['transcription', /whisper|transcri|speech-to-text|\bstt\b|voxtral/i],
  ['video', /sora|\bveo\b|video|kling|runway|hailuo|\bwan\b/i],
  ['images', /image|dall-?e|flux|diffusion|imagen|\bsdxl?\b|recraft|ideogram/i],
];
/** Models that answer neither a chat nor any other operation. */
const OTHER = /embed|moderation|rerank|\btts\b|text-to-speech|realtime|guard/i;

/**
 * The model for each operation, of those that a target lists: the one that is assumed if it is
 * listed, else the first whose id fits it. A key without a fitting model is absent.
 * @param assumed the models of the profile
 */
export function guessModels(
  listed: readonly string[],
  assumed: Readonly<Record<ModelKey, string>>,
): Partial<Record<ModelKey, string>> {
  const special = (id: string) => SPECIAL.find(([, words]) => words.test(id))?.[0];
  const chats = listed.filter((id) => special(id) === undefined && !OTHER.test(id));
  const [chat] = chats.includes(assumed.chat) ? [assumed.chat] : chats;
  const keys = BILLABLE.map((operation) => OPERATIONS[operation].model.key);
  return Object.fromEntries(
    keys.flatMap((key) => {
      const spoken = listed.find((id) => special(id) === key);
      const guessed = key === 'chat' || key === 'responses' ? chat : spoken;
      const model = listed.includes(assumed[key]) ? assumed[key] : guessed;
      return model === undefined ? [] : [[key, model]];
    }),
  );
}
