import { TRANSCRIPT_FIELDS } from '../../contract/transcription.ts';
import type { Expectations } from '../expectations.ts';
import type { Difference } from './difference.ts';
import type { RequestForm } from './forms.ts';
import { withMembers, withParts } from './plain.ts';

/** A member that no gateway knows. */
export const UNKNOWN_MEMBER = 'x_assay_note';

/** The names of two differences. */
export const ALL_PARAMETERS = 'all parameters';
export const UNKNOWN = 'an unknown field';

/** Where keywords nest, and names are those of keywords: a gateway that does not know them all may drop some. */
const ODD_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    name: { type: ['string', 'null'], minLength: 1, pattern: '^[^\\s"]+$', default: null },
    harbour: { anyOf: [{ $ref: '#/$defs/place' }, { type: 'null' }], title: 'Ça va – 世界' },
    type: { type: 'array', items: { const: 0.5 }, maxItems: 3, uniqueItems: true },
    properties: { type: 'object', additionalProperties: { type: 'integer', minimum: -1 } },
  },
  required: ['name'],
  additionalProperties: false,
  $defs: { place: { type: 'object', properties: { required: { enum: ['', 'a\tb'] } } } },
};
const PLAIN_SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string', description: 'Its name.' } },
  required: ['name'],
  additionalProperties: false,
};
const TOOLS = [
  { name: 'find_boat', description: 'Finds a boat:\n "Ça va".', parameters: ODD_SCHEMA },
  { name: 'find_harbour', description: '', parameters: PLAIN_SCHEMA, strict: true },
];
const CHAT_TOOLS = TOOLS.map((tool) => ({ type: 'function', function: tool }));
const CHOSEN = 'find_harbour';
const FORMAT = { name: 'boat', description: 'A boat.', strict: true, schema: PLAIN_SCHEMA };

/** Values that differ from all defaults, so that a gateway cannot have chosen them. */
export const PARAMETERS = {
  chat: {
    temperature: 0.37,
    top_p: 0.83,
    max_tokens: 173,
    stop: ['zqx', 'xqz'],
    seed: 740_113_377,
    tools: CHAT_TOOLS,
    tool_choice: { type: 'function', function: { name: CHOSEN } },
    response_format: { type: 'json_schema', json_schema: FORMAT },
    presence_penalty: 0.41,
    frequency_penalty: -0.29,
    logit_bias: { 1734: -7 },
    logprobs: true,
    top_logprobs: 3,
    parallel_tool_calls: false,
  },
  responses: {
    temperature: 0.37,
    top_p: 0.83,
    max_output_tokens: 173,
    tools: TOOLS.map((tool) => ({ type: 'function', ...tool })),
    tool_choice: { type: 'function', name: CHOSEN },
    parallel_tool_calls: false,
    text: { format: { type: 'json_schema', ...FORMAT } },
  },
  transcription: {
    language: 'fy',
    prompt: 'Boats.',
    temperature: '0.37',
    [TRANSCRIPT_FIELDS.format]: 'verbose_json',
  },
} as const;

/** More than a provider of another interface allows, and a form of JSON without a schema. */
const OTHER_VALUES = { temperature: 1.37, response_format: { type: 'json_object' } };

/** The words for a choice: they have another shape than the choice of one function. */
const CHOICES = ['none', 'auto', 'required'];

/** What a parameter is of use with. */
const NEEDS: Readonly<Record<string, object>> = {
  tool_choice: { tools: CHAT_TOOLS },
  parallel_tool_calls: { tools: CHAT_TOOLS },
  top_logprobs: { logprobs: true },
};

/**
 * Parameters that a provider may know, beyond the contract: each alone in a body, all of them in each
 * form, and one that no gateway knows. A gateway may refuse any of them.
 */
export function parameterDifferences(
  expect: Expectations,
  { operation, stream }: RequestForm,
): readonly Difference[] {
  const all = parametersOf(expect)[operation];
  const single = Object.entries(all).map(([name, value]) =>
    parameters(name, { ...(operation === 'chat' && NEEDS[name]), [name]: value }),
  );
  const isText = operation === 'chat' || operation === 'responses';
  return [
    ...(stream ? [] : single),
    parameters(ALL_PARAMETERS, all),
    ...(isText ? [parameters(UNKNOWN, { [UNKNOWN_MEMBER]: 'x_assay_value' })] : []),
    ...(operation === 'chat' ? [parameters('other values', OTHER_VALUES)] : []),
    ...(operation === 'chat' && !stream
      ? CHOICES.map((tool_choice) =>
          parameters(`tool_choice ${tool_choice}`, { tools: CHAT_TOOLS, tool_choice }),
        )
      : []),
    ...(operation === 'chat' && stream
      ? [parameters('its usage', { stream_options: { include_usage: true } })]
      : []),
  ];
}

function parametersOf({ imageSizes, videoDuration }: Expectations) {
  return {
    ...PARAMETERS,
    images: { n: 2, size: imageSizes.at(-1), output_format: 'jpeg' },
    'video-create': { duration: 2 * videoDuration },
  };
}

/** Members of a JSON body, or fields of a form after its model. */
function parameters(name: string, members: Readonly<Record<string, unknown>>): Difference {
  const fields = Object.entries(members).map(([field, value]) => {
    return { name: field, value: String(value) };
  });
  return {
    name,
    expected: 'either',
    of: (request) =>
      request.operation === 'transcription'
        ? withParts(request, (part) => (part.name === 'model' ? [part, ...fields] : [part]))
        : withMembers(request, members),
  };
}
