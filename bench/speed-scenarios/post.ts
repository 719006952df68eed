/** The same chats as `chat-stream`, by k6's own client, which buffers the whole answer. */
import http from 'k6/http';
import { settings } from '../../scenarios/lib/gateway.ts';
import { iteration } from '../../scenarios/lib/iteration.ts';
import { chatRequest } from '../../scenarios/lib/requests.ts';

export { options } from '../../scenarios/lib/workload.ts';

export default () => {
  const { body = '', headers = {} } = chatRequest(iteration(), true);
  http.post(`${settings.address}/chat/completions`, body, {
    headers: { ...headers, authorization: 'Bearer unknown' },
    tags: { name: 'chat' },
  });
};
