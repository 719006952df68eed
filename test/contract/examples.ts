import type { ChatChunk, ChatCompletion, ChatRequest, ChatUsage } from '../../src/contract/chat.ts';
import type { ErrorBody } from '../../src/contract/error.ts';
import type { ImagesRequest, ImagesResponse } from '../../src/contract/images.ts';
import type {
  OutputMessage,
  ResponseBody,
  ResponsesRequest,
  ResponseUsage,
} from '../../src/contract/responses.ts';
import type { ResponsesEvent } from '../../src/contract/stream-events.ts';
import type { Transcription } from '../../src/contract/transcription.ts';
import type { VideoJob, VideoRequest } from '../../src/contract/video.ts';

/** One good value of every shape of the contract, for tests to break. */

export const chatUsage: ChatUsage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

export const responseUsage: ResponseUsage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

export const chatRequest: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };

export const chatCompletion: ChatCompletion = {
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

export const responsesRequest: ResponsesRequest = {
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

export const response: ResponseBody = {
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

export const imagesRequest: ImagesRequest = { model: 'm', prompt: 'a cat', n: 2, size: '64x32' };

export const imagesResponse: ImagesResponse = {
  created: 1_700_000_000,
  data: [{ b64_json: 'aGk=', mime_type: 'image/png', revised_prompt: 'a cat' }],
  usage: {},
};

export const transcriptionForm = { fields: [['model', 'm']], files: [{ sizeBytes: 44 }] };

export const transcription: Transcription = { text: 'hi', usage: {} };

export const videoRequest: VideoRequest = { model: 'm', prompt: 'a cat', duration: 4 };

export const videoJob: VideoJob = {
  id: 'video_1',
  object: 'video',
  status: 'queued',
  model: 'm',
  progress: 0,
  created_at: 1_700_000_000,
};

export const errorBody: ErrorBody = {
  error: { message: 'no', type: 'invalid', param: null, code: null },
};
