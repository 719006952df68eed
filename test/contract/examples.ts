/** One good value of every shape of the contract, for tests to break. */

const chatUsage = {
  prompt_tokens: 1,
  completion_tokens: 1,
  total_tokens: 2,
};

const responseUsage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

export const chatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
};

export const chatCompletion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: chatUsage,
};

export const chatChunk = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, delta: { role: 'assistant', content: 'hi' }, finish_reason: null }],
};

export const chatTool = {
  type: 'function',
  function: { name: 'find_boat', parameters: { type: 'object' }, strict: true },
};

export const chatToolCall = {
  id: 'call_1',
  type: 'function',
  function: { name: 'find_boat', arguments: '{}' },
};

export const chatToolCallChunk = { index: 0, function: { arguments: '{' } };

export const responsesRequest = {
  model: 'm',
  instructions: 'be short',
  input: 'hi',
};

export const outputMessage = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'hi' }],
};

export const response = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'm',
  output: [outputMessage],
  output_text: 'hi',
  usage: responseUsage,
};

export const textDeltaEvent = {
  type: 'response.output_text.delta',
  sequence_number: 4,
  item_id: 'msg_1',
  output_index: 0,
  content_index: 0,
  delta: 'hi',
};

export const imagesRequest = {
  model: 'm',
  prompt: 'a cat',
  n: 2,
  size: '64x32',
};

export const imagesResponse = {
  created: 1_700_000_000,
  data: [{ b64_json: 'aGk=', mime_type: 'image/png', revised_prompt: 'a cat' }],
  usage: {},
};

export const transcriptionForm = { fields: [['model', 'm']], files: [{ sizeBytes: 44 }] };

export const transcription = { text: 'hi', usage: {} };

export const videoRequest = {
  model: 'm',
  prompt: 'a cat',
  duration: 4,
};

export const videoJob = {
  id: 'video_1',
  object: 'video',
  status: 'queued',
  model: 'm',
  progress: 0,
  created_at: 1_700_000_000,
};

export const errorBody = {
  error: { message: 'no', type: 'invalid', param: null, code: null },
};
