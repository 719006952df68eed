import { member, objectsIn, parseJsonBytes } from '../../answers/json.ts';
import type { ProbeGateway } from '../gateway.ts';

const MODEL_ID = /^[\w./:@+-]{1,100}$/;
const DEADLINE_MS = 5000;

/** Ids of the models that a target lists at `GET /models`; none when it has no such list. */
export async function listModels(gateway: ProbeGateway): Promise<readonly string[]> {
  const { answer } = await gateway.send({
    operation: 'other',
    path: '/models',
    retries: 0,
    deadlineMs: DEADLINE_MS,
  });
  if (answer?.status !== 200) return [];
  const list = parseJsonBytes(answer.body);
  const ids = objectsIn(member(list, 'data')).map((model) => member(model, 'id'));
  return ids.filter((id) => typeof id === 'string' && MODEL_ID.test(id)).map(String);
}
