import { member, objectsIn, parseJsonBytes } from '../../answers/json.ts';
import type { Exchange } from '../../exchange/exchange.ts';

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
