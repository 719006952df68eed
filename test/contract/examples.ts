import type { z } from 'zod';
import type {
  ChatChunk,
  ChatCompletionSchema,
  ChatRequestSchema,
  ChatUsageSchema,
} from '../../src/contract/chat.ts';
import type { ErrorBodySchema } from '../../src/contract/error.ts';
import type { ImagesRequestSchema, ImagesResponse } from '../../src/contract/images.ts';
import type {
  OutputMessage,
  ResponseSchema,
  ResponsesRequestSchema,
  ResponseUsage,
} from '../../src/contract/responses.ts';
import type { ResponsesEvent } from '../../src/contract/stream-events.ts';
import type { Transcription } from '../../src/contract/transcription.ts';
import type { VideoJobSchema, VideoRequestSchema } from '../../src/contract/video.ts';

/** One good value of every shape of the contract, for tests to break. */

export const chatUsage: z.infer<typeof ChatUsageSchema> = {
  prompt_tokens: 1,
  completion_tokens: 1,
  total_tokens: 2,
};

export const responseUsage: ResponseUsage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

export const chatRequest: z.infer<typeof ChatRequestSchema> = {
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
};

export const chatCompletion: z.infer<typeof ChatCompletionSchema> = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: chatUsage,
};

export const chatChunk: ChatChunk = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, delta: { role: 'assistant', content: 'hi' }, finish_reason: null }],
};

export const responsesRequest: z.infer<typeof ResponsesRequestSchema> = {
  model: 'm',
  instructions: 'be short',
  input: 'hi',
};

export const outputMessage: OutputMessage = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'hi' }],
};

export const response: z.infer<typeof ResponseSchema> = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'm',
  output: [outputMessage],
  output_text: 'hi',
  usage: responseUsage,
};

export const textDeltaEvent: ResponsesEvent = {
  type: 'response.output_text.delta',
  sequence_number: 4,
  item_id: 'msg_1',
  output_index: 0,
  content_index: 0,
  delta: 'hi',
};

export const imagesRequest: z.infer<typeof ImagesRequestSchema> = {
  model: 'm',
  prompt: 'a cat',
  n: 2,
  size: '64x32',
};

export const imagesResponse: ImagesResponse = {
  created: 1_700_000_000,
  data: [{ b64_json: 'aGk=', mime_type: 'image/png', revised_prompt: 'a cat' }],
  usage: {},
};

export const transcriptionForm = { fields: [['model', 'm']], files: [{ sizeBytes: 44 }] };

export const transcription: Transcription = { text: 'hi', usage: {} };

export const videoRequest: z.infer<typeof VideoRequestSchema> = {
  model: 'm',
  prompt: 'a cat',
  duration: 4,
};

export const videoJob: z.infer<typeof VideoJobSchema> = {
  id: 'video_1',
  object: 'video',
  status: 'queued',
  model: 'm',
  progress: 0,
  created_at: 1_700_000_000,
};

export const errorBody: z.infer<typeof ErrorBodySchema> = {
  error: { message: 'no', type: 'invalid', param: null, code: null },
};
