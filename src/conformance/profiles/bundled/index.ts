export { defaultProfile } from './default.ts';
export { litellmProfile } from './litellm.ts';
export { openaiProfile } from './openai.ts';
export { openrouterProfile } from './openrouter.ts';
export { referenceProfile } from './reference.ts';
export { statedProfile } from './stated.ts';
export { vllmProfile } from './vllm.ts';
