import { BILLABLE, OPERATION_NAMES, OPERATIONS } from '../../contract/operations.ts';
import { FEATURES, type SettingName } from '../expectations.ts';
import type { Override, Profile } from './profile.ts';

function off(rule: string, reason: string): Override {
  return { rule, value: 'off', reason };
}

function set(setting: SettingName, value: unknown, reason: string): Override {
  return { setting, value, reason };
}

const UNSHOWN = 'Real gateways do not offer it, and the interface does not require it.';

/** For a real gateway without a profile of its own: a good one can pass. */
export const defaultProfile: Profile = {
  name: 'default',
  summary: 'A real gateway, judged without a ledger or models of known behaviour.',
  overrides: [
    { prerequisite: 'ledger', value: 'waived', reason: UNSHOWN },
    { prerequisite: 'second-key', value: 'waived', reason: 'ASSAY_API_KEY_2 is not set.' },
    { prerequisite: 'echoing-model', value: 'waived', reason: UNSHOWN },
    { prerequisite: 'failure-trigger', value: 'waived', reason: UNSHOWN },
  ],
};

/** Nothing but what the interface says: no finding of it can be argued away. */
export const statedProfile: Profile = {
  name: 'stated',
  summary: 'The interface alone: only rules that it states, judged as by default.',
  overrides: [
    ...defaultProfile.overrides,
    {
      provenance: 'assumed',
      value: 'off',
      reason: 'The interface does not state it, and this profile judges only what it states.',
    },
  ],
};

const RESERVED = 'A reserved model of the reference gateway.';
const QUICK = 'The reference gateway answers immediately.';

/** The bundled reference gateway: every prerequisite is true and deadlines are short. */
export const referenceProfile: Profile = {
  name: 'reference',
  summary: 'The bundled reference gateway: every rule can be verified.',
  overrides: [
    ...BILLABLE.map((operation) => {
      const { setting } = OPERATIONS[operation].model;
      return { setting, value: `ref-${setting.replace('Model', '')}`, reason: RESERVED };
    }),
    set('echoModel', 'ref-echo', RESERVED),
    set('slowModel', 'ref-slow', RESERVED),
    set('failingModel', 'ref-fail', RESERVED),
    set('failingMidStreamModel', 'ref-fail-mid', RESERVED),
    set('limitedModel', 'ref-limited', RESERVED),
    set('failingVideoModel', 'ref-fail-video', RESERVED),
    set('ledgerPath', '/__effects', 'The reference gateway counts effects.'),
    set('inFlightPath', '/__in-flight', 'The reference gateway counts requests in flight.'),
    set(
      'imageSizes',
      ['96x64', '64x64'],
      'The reference gateway makes images of any size, small ones quickly.',
    ),
    ...FEATURES.map((feature) =>
      set(feature, 'offered', 'The reference gateway offers every feature.'),
    ),
    set('responsesMembers', 'open-responses', 'The reference gateway has all of them.'),
    set('videoDeadlineMs', 5000, 'A job of the reference gateway is short.'),
    set('videoPollMs', 40, QUICK),
    set('cancelDeadlineMs', 1500, 'The slowest job of the reference gateway ends earlier.'),
    set('replayLagMs', 100, QUICK),
    set('recoveryDeadlineMs', 2000, QUICK),
    set('upstreamFreshMs', 1000, 'The reference gateway reads the state upstream at each poll.'),
    set('upstreamReleaseMs', 2000, QUICK),
    set('answerDeadlineMs', 10_000, QUICK),
    set('upstreamDeadlineMs', 4000, 'The reference gateway gives up after 3 s.'),
    set(
      'upstreamAheadBytes',
      16 * 1024 * 1024,
      'The reference gateway and its system buffer 12 MiB.',
    ),
    set('retryBudgetMs', 2000, QUICK),
    ...OPERATION_NAMES.map((operation) => ({
      operation,
      value: 'offered' as const,
      reason: 'The reference gateway offers every operation.',
    })),
  ],
};

/** LiteLLM's proxy. That its 401 shows the key (BerriAI/litellm#39757) stays a finding. */
export const litellmProfile: Profile = {
  name: 'litellm',
  summary: 'The proxy of LiteLLM, as of 1.109.1.',
  overrides: [
    ...defaultProfile.overrides,
    set(
      'otherKeyForms',
      ['X-Api-Key'],
      'Takes the key there too, for clients of other APIs (proxy/_types.py, SpecialHeaders).',
    ),
    off(
      'auth-www-authenticate',
      'Its proxy never sends WWW-Authenticate (PyPI wheel 1.109.1, proxy/auth).',
    ),
    set(
      'errorNullableMembers',
      ['type', 'param', 'code'],
      'type may be null (proxy/_types.py, ProxyException).',
    ),
    off(
      'chat-stream-usage-chunk',
      'Its chunk with the usage has a choice in it (BerriAI/litellm#28735).',
    ),
    off(
      'chat-stream-abort-frees',
      'Cancelling upstream when the client disconnects is opt-in (BerriAI/litellm#30223).',
    ),
    {
      operation: 'video-cancel',
      value: 'absent',
      reason:
        'Has no DELETE /videos/{id} (PyPI wheel 1.109.1, proxy/video_endpoints/endpoints.py).',
    },
    set(
      'idempotency',
      'not-offered',
      'Handles no Idempotency-Key on inference routes (PyPI wheel 1.109.1).',
    ),
  ],
};

/** api.openai.com, and exact copies of it. Some of it contradicts what is stated. */
export const openaiProfile: Profile = {
  name: 'openai',
  summary: 'OpenAI as of its OpenAPI document 2.3.0; not conformant to the interface in places.',
  overrides: [
    ...defaultProfile.overrides,
    set(
      'otherKeyForms',
      ['Basic'],
      'Takes the key as the password of HTTP Basic too, as its own 401 says (continuedev/continue#9973).',
    ),
    off(
      'responses-output-text-present',
      'output_text is made by the SDKs and is not in the body (OpenAPI Response.output_text, "where supported in SDKs").',
    ),
    set(
      'responsesDone',
      'forbidden',
      'Ends on response.completed, without [DONE] (UOR-Foundation/uor-r4#692).',
    ),
    off(
      'images-shape',
      'Images have no mime_type; output_format stands beside them (OpenAPI Image, ImagesResponse).',
    ),
    off('images-mime-matches', 'Without mime_type there is nothing to match (OpenAPI Image).'),
    off(
      'transcription-25mib-accepted',
      'Counts 25 MiB over the whole body, so a file of exactly that is refused (inferred from "26222592 bytes read": StanGirard/speechdigest#1, chidiwilliams/buzz#381).',
    ),
    {
      operation: 'video-create',
      value: 'absent',
      reason:
        'Differs from the interface: seconds, a text, instead of duration; /content instead of content_url; DELETE deletes (OpenAPI VideoSeconds, DeletedVideoResource).',
    },
    set(
      'idempotency',
      'not-offered',
      'Its OpenAPI document has no Idempotency-Key, and openai-node 6.49.0 sends none (client.js, idempotencyHeader is unset).',
    ),
  ],
};

const OPEN = 'Open Responses requires it (openresponses.org/specification).';

/** A gateway that says that it keeps to Open Responses. */
export const openResponsesProfile: Profile = {
  name: 'open-responses',
  summary: 'Open Responses: its members of a response and the end of its streams are required.',
  overrides: [
    ...defaultProfile.overrides,
    set('responsesMembers', 'open-responses', OPEN),
    set('responsesDone', 'required', OPEN),
    off(
      'responses-output-text-present',
      'Open Responses has no output_text: clients join the parts (ResponseResource).',
    ),
  ],
};

const ERRORS = 'openrouter.ai/docs/errors';

/** OpenRouter. What it does not offer is found by asking. */
export const openrouterProfile: Profile = {
  name: 'openrouter',
  summary: 'OpenRouter, whose errors differ in form from those of the interface.',
  overrides: [
    ...defaultProfile.overrides,
    {
      setting: 'errorMembers',
      value: ['message', 'code'],
      reason: `An error has code, message and metadata, no type and no param (${ERRORS}).`,
    },
    { setting: 'errorCodeNumber', value: true, reason: `error.code is a number (${ERRORS}).` },
    {
      rule: 'errors-never-2xx',
      value: 'off',
      reason: `Once the model has started, a failure comes with status 200 (${ERRORS}).`,
    },
  ],
};

/** The server of vLLM. What it does not offer is found by asking. */
export const vllmProfile: Profile = {
  name: 'vllm',
  summary: 'The server of vLLM from 0.10.1 on.',
  overrides: [
    ...defaultProfile.overrides,
    set(
      'errorCodeNumber',
      true,
      'error.code is the status as a number (foundation-model-stack/fms-guardrails-orchestrator#511).',
    ),
  ],
};
