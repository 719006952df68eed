import { textOf } from '../../../answers/json.ts';
import { relayRule } from '../../declare.ts';
import {
  changedParts,
  choiceOfFunctions,
  isKept,
  offeredFunctions,
  sentCalls,
  sentImages,
  wantedFormat,
} from '../../findings/requested-parts.ts';
import { relayedMembers } from '../../probes/relay/requests.ts';
import { relayedInputImages } from '../../probes/vision.ts';

export const relayToolsKept = relayRule('relay-tools-kept', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, FunctionObject; JSON Schema (each keyword has a meaning)',
  statement:
    'Each function that a request offers reaches the upstream with its name, its description, its whole schema and its strict, or the caller is refused.',
  harm: 'A model that gets another schema calls the function with arguments that the program does not take, and without the description it does not know when to call it.',
  provenBy: 'relay-tool-schema-cut',
  operations: ['chat', 'responses'],
  needs: ['tools'],
  alsoFrom: ['traffic'],
  probe: relayedMembers,
  *judge(relay) {
    yield* changedParts(relay, offeredFunctions, 'a request that offers functions');
  },
});

export const relayToolChoiceKept = relayRule('relay-tool-choice-kept', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionToolChoiceOption, parallel_tool_calls',
  statement:
    'The tool_choice of a request (none, auto, required or a function) and its parallel_tool_calls reach the upstream, or the caller is refused.',
  harm: 'A program that needs one certain call gets a text, another call or several at once, and the model did not decide so.',
  provenBy: 'relay-tool-choice-lost',
  operations: ['chat', 'responses'],
  needs: ['tools'],
  alsoFrom: ['traffic'],
  probe: relayedMembers,
  *judge(relay) {
    // Without functions nothing can be called.
    const without = { tool_choice: 'none' };
    yield* changedParts(relay, choiceOfFunctions, 'a choice of functions', { without });
  },
});

export const relayFormatKept = relayRule('relay-format-kept', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseFormatJsonSchema, TextResponseFormatConfiguration',
  statement:
    'The response_format of a chat, and the text.format of a response, reaches the upstream whole, with its schema and its description, or the caller is refused.',
  harm: 'A model that does not get the schema answers in another form, and the program that parses the answer throws.',
  provenBy: 'relay-format-lost',
  operations: ['chat', 'responses'],
  needs: ['structuredOutput'],
  alsoFrom: ['traffic'],
  probe: relayedMembers,
  *judge(relay) {
    yield* changedParts(relay, wantedFormat, 'a request for a format');
  },
});

export const relayImagesKept = relayRule('relay-images-kept', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionRequestMessageContentPartImage, InputImageContent',
  statement:
    'Each image of a request reaches the upstream in its place among the texts: its data byte for byte, or its address, and its detail; or the caller is refused.',
  harm: 'The model answers about an image that it never saw, saw at another resolution, or took for another one.',
  provenBy: 'relay-images-dropped',
  operations: ['chat', 'responses'],
  needs: ['vision'],
  alsoFrom: ['traffic'],
  probe: relayedInputImages,
  *judge(relay) {
    yield* changedParts(relay, sentImages, 'a request with images', { isSame: isSameImage });
  },
});

/** A gateway may fetch an image for a provider that does not. */
function isSameImage(sent: unknown, arrived: unknown): boolean {
  const isFetched = /^https?:/.test(textOf(sent)) && textOf(arrived).startsWith('data:');
  return isFetched || isKept(sent, arrived);
}

export const relayToolResultsKept = relayRule('relay-tool-results-kept', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ChatCompletionRequestToolMessage, FunctionToolCall, FunctionCallOutputItemParam',
  statement:
    'The calls that a caller sends back reach the upstream with their names and their arguments byte for byte, and each result with its text, after its call.',
  harm: 'A model that reads another result, or the result of another call, goes on from what never happened; other arguments end the prompt cache of the provider.',
  provenBy: 'relay-tool-arguments-rewritten',
  operations: ['chat', 'responses'],
  needs: ['tools'],
  alsoFrom: ['traffic'],
  probe: relayedMembers,
  *judge(relay) {
    yield* changedParts(relay, sentCalls, 'a dialog with calls or results');
  },
});
