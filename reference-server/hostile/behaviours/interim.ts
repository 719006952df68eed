import type { Behaviours } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { answers, ends, pours, repeats, writes } from '../rows.ts';
import { answerJson } from '../writing.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = `HTTP/1.1 103 Early Hints\r\nLink: <${'x'.repeat(1000)}>\r\n\r\n`;

/** Interim answers (1xx), before the final one or in place of it. */
export const interim: Behaviours = {
  'interim-endless': pours('100 Continue forever.', '', () => () => CONTINUE.repeat(64)),
  'interim-endless-hints': pours(
    '103 Early Hints forever, with a header of 1 kB.',
    '',
    () => () => HINTS,
  ),
  'interim-slow': repeats(
    '102 Processing each 100 ms, and no final answer.',
    '',
    'HTTP/1.1 102 Processing\r\n\r\n',
  ),
  'interim-thousand': answers('A thousand interim answers, then the final one.', ({ socket }) => {
    socket.write(CONTINUE.repeat(1000));
    answerJson(socket, completion());
  }),
  'interim-only': ends('100 Continue, then the end of the connection.', () => CONTINUE),
  'interim-101': writes(
    '101 Switching Protocols to a protocol that no request named.',
    () =>
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: hostile\r\n\r\nbytes of it',
  ),
};
