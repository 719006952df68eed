/** The data of the event that ends a chat stream, and may end a responses stream. */
export const DONE = '[DONE]';
