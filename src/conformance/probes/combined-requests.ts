import { modelFor } from '../../contract/models-by-operation.ts';
import { factsOf } from '../../contract/operations.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { CLIENTS, OLD_HTTP } from '../requests/clients.ts';
import type { Difference } from '../requests/difference.ts';
import { allForms, type RequestForm } from '../requests/forms.ts';
import { WITH_KEY } from '../requests/keys.ts';
import { memberDifferences } from '../requests/members.ts';
import { accepted, legal } from '../requests/plain.ts';
import { FILE_SIZES, SIZES } from '../requests/sizes.ts';
import { TEXTS } from '../requests/texts.ts';
import { combined } from '../requests/walk.ts';
import { inEachForm, repeats, withControl } from './trials.ts';

/** Enough to have every value of the longest axis, and most of the pairs of the short ones. */
const ROWS = 24;

/** Servers close a connection after far more requests; a defect of every tenth one shows. */
const ON_ONE_CONNECTION = 12;

/**
 * Legal requests in each form that combine a member, a text, a size, a client and a key; and twelve
 * plain ones in succession over one connection.
 */
export const combinedRequests = inEachForm({
  name: 'combined-requests',
  modest: '1 combination for one body instead of 24 for each form',
  forms: allForms,
  few: 1,
  async gather(gateway, form) {
    const plain = () => plainRequest(gateway, form);
    const most = repeats(gateway, ROWS, 1);
    const trials = combined(gateway, form, plain, axesOf(gateway, form), most);
    const combinations = await withControl(gateway, form.request(gateway.nonce()), trials);
    const control = combinations[0]?.exchanges.slice(0, 1) ?? [];
    const inSuccession = await oneConnection(gateway, form);
    if (inSuccession.length === 0) return combinations;
    const label = `${form.name} · ${ON_ONE_CONNECTION} requests over one connection`;
    return [...combinations, { label, exchanges: [...control, ...inSuccession] }];
  },
});

/** The differences that may be combined, in the order in which they are applied. */
export function axesOf(
  { expect }: ProbeGateway,
  form: RequestForm,
): readonly (readonly Difference[])[] {
  const members = memberDifferences(expect, form);
  const hasPrompt = form.operation !== 'transcription';
  return [
    members.filter(({ expected }) => expected === 'accepted'),
    hasPrompt ? TEXTS : FILE_SIZES,
    // Models of pictures have limits of their own.
    factsOf(form.operation).streams ? SIZES : [],
    CLIENTS,
    [WITH_KEY],
  ];
}

/** A file goes to the model that returns its digest: another rule compares that. */
function plainRequest(gateway: ProbeGateway, { operation, request }: RequestForm): ProbeRequest {
  const isFile = operation === 'transcription';
  const model = isFile ? modelFor(gateway.expect.echoModel, operation) : null;
  return request(gateway.nonce(), model);
}

async function oneConnection(
  gateway: ProbeGateway,
  form: RequestForm,
): Promise<Series['exchanges']> {
  const count = repeats(gateway, ON_ONE_CONNECTION, 0);
  const requests = Array.from({ length: count }, () => accepted(form.request(gateway.nonce())));
  if (count === 0) return [];
  // What gets an answer to an old version is judged by the rules about every answer.
  await gateway.send(legal(OLD_HTTP.of(form.request(gateway.nonce()))));
  return gateway.inOrder(requests);
}
