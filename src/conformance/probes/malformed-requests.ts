import { modelFor } from '../../contract/models-by-operation.ts';
import { JSON_OPERATIONS, OPERATIONS } from '../../contract/operations.ts';
import { brokeUnanswered } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import { AS_FORM, BROKEN_BODIES, MEDIA_TYPES } from '../requests/bodies.ts';
import { NO_KEY } from '../requests/callers.ts';
import type { Difference } from '../requests/difference.ts';
import { jsonForms, type TextForm, textForms } from '../requests/forms.ts';
import { refusedDifferences } from '../requests/members.ts';
import { trialsOf } from '../requests/walk.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';
import { withControl } from './with-control.ts';

/** Each body that is not a JSON object, at every operation that takes JSON. */
export const badJson: Probe<'series'> = {
  name: 'bad-json',
  run: (gateway) =>
    sequentially(
      jsonForms(gateway).flatMap((form) => trialsOf(gateway, form, BROKEN_BODIES)),
      async ({ label, request }) => ({ label, exchanges: [await sendTrial(gateway, request)] }),
    ),
};

/** The JSON of a valid request to each operation with several media types. */
export const mediaTypes: Probe<'series'> = {
  name: 'bodies-of-several-media-types',
  modest: 'only chats, and one of two spellings of application/json',
  async run(gateway) {
    const forms = fewer(gateway, jsonForms(gateway), 1);
    const series = forms.map((form) => {
      const accepted = MEDIA_TYPES.filter(({ expected }) => expected === 'accepted');
      const refused = MEDIA_TYPES.filter(({ expected }) => expected === 'refused');
      // The official clients create videos with a form.
      const asForm = form.operation === 'video-create' ? [] : [AS_FORM];
      return withControl(
        gateway,
        form.request(gateway.nonce()),
        trialsOf(gateway, form, [...fewer(gateway, accepted, 1), ...refused, ...asForm]),
      );
    });
    return (await Promise.all(series)).flat();
  },
};

/**
 * Each failure that comes before a stream, in one body and as a stream: what the contract refuses, a
 * missing key, and a model that fails.
 */
export const earlyFailures: Probe<'series'> = {
  name: 'early-failures',
  async run(gateway) {
    const operations = Map.groupBy(textForms(gateway), ({ operation }) => operation);
    const series = await sequentially([...operations.values()], async (unordered) => {
      const forms = unordered.toSorted((one, other) => Number(one.stream) - Number(other.stream));
      const refused = forms
        .slice(0, 1)
        .flatMap((form) => [...refusedDifferences(gateway, form), NO_KEY]);
      return [
        ...(await sequentially(refused, (difference) => inBothForms(gateway, forms, difference))),
        ...(await ofFailingModel(gateway, forms)),
      ];
    });
    return series.flat();
  },
};

async function inBothForms(
  gateway: ProbeGateway,
  forms: readonly TextForm[],
  difference: Difference,
): Promise<Series> {
  const exchanges = await sequentially(forms, (form) =>
    sendTrial(gateway, difference.of(form.request(gateway.nonce()))),
  );
  return { label: `${forms[0]?.operation}, ${difference.name}`, exchanges };
}

/** A model that fails is to fail: another call would only cost more. */
async function ofFailingModel(
  gateway: ProbeGateway,
  forms: readonly TextForm[],
): Promise<readonly Series[]> {
  const model = modelFor(gateway.expect.failingModel, forms[0]?.operation ?? 'other');
  if (model === null) return [];
  const exchanges = await sequentially(forms, (form) =>
    gateway.send(form.request(gateway.nonce(), model)),
  );
  return [{ label: 'a model that fails', exchanges }];
}

/** GET and POST of an unknown path. */
export const unknownRoutes: Probe<'any'> = {
  name: 'unknown-routes',
  async run(gateway) {
    const path = () => `/no/such/path/${gateway.nonce()}`;
    return [
      await sendTrial(gateway, { operation: 'other', path: path() }),
      await sendTrial(gateway, {
        operation: 'other',
        path: path(),
        method: 'POST',
        body: { json: {} },
      }),
    ];
  },
};

/** OpenAI lists what was stored at some of these paths: GET is tried where nothing is. */
const WRONG_METHODS = [
  ['GET', 'chat'],
  ['PATCH', 'responses'],
  ['PUT', 'images'],
  ['DELETE', 'transcription'],
  ['PATCH', 'video-create'],
  ['PUT', 'video-read'],
] as const;

/**
 * Known paths with methods that they do not support; labelled by the path. The path of a job, which
 * has several, is also requested with its own methods, to show which are supported.
 */
export const wrongMethods: Probe<'series'> = {
  name: 'wrong-methods',
  run(gateway) {
    const tries = WRONG_METHODS.filter(([, operation]) => gateway.offers(operation));
    return sequentially(tries, async ([method, operation]) => {
      const id = `no-such-job-${gateway.nonce()}`;
      const own = (['video-read', 'video-cancel'] as const).filter(
        (each) => operation === 'video-read' && gateway.offers(each),
      );
      const requests = [{ operation, method, id }, ...own.map((each) => ({ operation: each, id }))];
      return {
        label: OPERATIONS[operation].path,
        exchanges: await sequentially(requests, (request) => sendTrial(gateway, request)),
      };
    });
  },
};

/** Tried on every path. */
const ONE_OF_EACH_PATH = [...JSON_OPERATIONS, 'transcription', 'video-read'] as const;

/** OPTIONS of every path, and HEAD with GET as a control; labelled by the method. */
export const headAndOptions: Probe<'series'> = {
  name: 'head-and-options',
  async run(gateway) {
    const id = `no-such-job-${gateway.nonce()}`;
    const paths = ONE_OF_EACH_PATH.filter((operation) => gateway.offers(operation));
    const options = await sequentially(paths, async (operation) => ({
      label: 'OPTIONS',
      exchanges: [await sendTrial(gateway, { operation, method: 'OPTIONS', id })],
    }));
    const heads = await sequentially(paths, async (operation) => {
      const get = { operation, method: 'GET', id };
      // Over one connection, where a body of HEAD would come before the next answer.
      const [head, next] = await gateway.inOrder([{ ...get, method: 'HEAD' }, get]);
      const isThere = next !== undefined && !brokeUnanswered(next);
      const exchanges = [isThere ? next : await gateway.send(get), head];
      return { label: 'HEAD', exchanges: exchanges.filter((exchange) => exchange !== undefined) };
    });
    return [...options, ...heads];
  },
};
