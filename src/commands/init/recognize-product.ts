import { member, objectsIn, parseJsonBytes } from '../../answers/json.ts';
import { BILLABLE, type ModelKey, OPERATIONS } from '../../contract/operations.ts';
import type { Exchange, Headers } from '../../exchange/exchange.ts';

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

/** The shape of an id that can stand in a file and in a sentence. */
const MODEL_ID = /^[\w./:@+-]{1,100}$/;

/** What a target lists at `GET /models`. */
export interface ListedModels {
  readonly ids: readonly string[];
  /** `owned_by` of each, where there is one. */
  readonly owners: readonly string[];
}

/** Nothing is listed where the target has no such list. */
export function listedModels({ answer }: Exchange): ListedModels {
  if (answer?.status !== 200) return { ids: [], owners: [] };
  const models = objectsIn(member(parseJsonBytes(answer.body), 'data'));
  return { ids: textsOf(models, 'id'), owners: textsOf(models, 'owned_by') };
}

function textsOf(models: readonly object[], name: string): readonly string[] {
  return models
    .map((model) => member(model, name))
    .filter((value) => typeof value === 'string')
    .filter((value) => MODEL_ID.test(value));
}

/** What shows the product behind an address. */
export interface ProductSigns {
  readonly address: string;
  /** From any response. */
  readonly headers: Headers;
  /** `owned_by` of the models that the target lists. */
  readonly owners: readonly string[];
}

interface Product {
  readonly profile: string;
  readonly host?: RegExp;
  readonly header?: RegExp;
  readonly owner?: RegExp;
}

const PRODUCTS: readonly Product[] = [
  { profile: 'openai', host: /(^|\.)api\.openai\.com$/ },
  { profile: 'openrouter', host: /(^|\.)openrouter\.ai$/ },
  { profile: 'litellm', header: /^x-litellm-/i },
  { profile: 'vllm', owner: /^vllm$/i },
];

/** A bundled profile that fits; undefined where none fits. */
export function guessProfile({ address, headers, owners }: ProductSigns): string | undefined {
  const { hostname } = new URL(address);
  const product = PRODUCTS.find(
    ({ host, header, owner }) =>
      host?.test(hostname) === true ||
      headers.some(([name]) => header?.test(name) === true) ||
      owners.some((each) => owner?.test(each) === true),
  );
  return product?.profile;
}
