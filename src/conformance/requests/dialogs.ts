import { objectsIn } from '../../answers/json.ts';
import type { Difference } from './difference.ts';
import { membersOf, withMembers } from './plain.ts';

/** Instructions before the message of a chat. */
export const SYSTEM_MESSAGE: Difference = {
  name: 'a message with the role system',
  expected: 'accepted',
  of: (request) => {
    const instructions = { role: 'system', content: 'Answer briefly.' };
    return withMembers(request, {
      messages: [instructions, ...objectsIn(membersOf(request).messages)],
    });
  },
};
