import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';

const CHAT = { error: null, service_tier: null, system_fingerprint: null };
const TEXT = { refusal: null, tool_calls: null, name: null, tool_call_id: null, audio: null };
const RESPONSE = { instructions: null, metadata: null, reasoning: null, tools: null, user: null };
const IMAGES = { error: null, background: null, size: null };
const TRANSCRIPT = { error: null, language: null, duration: null, segments: null, words: null };
const JOB = { expires_at: null, size: null, remixed_from_video_id: null };

function fillChat(body: JsonObject): JsonObject {
  const filled = editChoices(body, ({ message, delta, ...choice }) => ({
    ...choice,
    logprobs: null,
    ...(isJsonObject(message) && { message: { ...message, ...TEXT } }),
    ...(isJsonObject(delta) && { delta: { ...delta, ...TEXT } }),
  }));
  return { ...CHAT, ...filled };
}

function fillEvent(data: JsonObject): JsonObject {
  const { response } = data;
  return isJsonObject(response) ? { ...data, response: { ...RESPONSE, ...response } } : data;
}

export const explicitNulls: Alteration = {
  id: 'explicit-nulls',
  summary: 'Empty optional fields are present with the value null, also error.',
  hooks: (base) => ({
    presentChat: (completion) => fillChat(base.presentChat(completion)),
    planChat: (completion) => editData(base.planChat(completion), fillChat),
    presentResponse: (completion) => ({ ...RESPONSE, ...base.presentResponse(completion) }),
    planResponse: (completion) => editData(base.planResponse(completion), fillEvent),
    presentImages: (images) => ({ ...IMAGES, ...base.presentImages(images) }),
    presentTranscript: (transcript) => ({ ...TRANSCRIPT, ...base.presentTranscript(transcript) }),
    presentJob: (view) => ({ ...JOB, ...base.presentJob(view) }),
  }),
};
