import { alters } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { connectionOf } from '../http/front.ts';

const LONG_CHARACTERS = 16 * 1024;
/** An event or more of a stream has come by then. */
const CUT_MS = 30;

/** Defects of connections with several streams. Over HTTP/2 the end of a connection sends GOAWAY. */
export const http2Faults: Alterations = {
  'h2-cancel-breaks': alters('A stream that its client cancels ends its connection.')(
    ({ greet }) => ({
      greet(response) {
        const connection = connectionOf(response);
        response.once('close', () => {
          if (!response.writableFinished) connection?.destroy();
        });
        greet(response);
      },
    }),
  ),
  'h2-goaway-cuts': alters(
    'From the second stream on a connection on, GOAWAY ends the connection in mid-stream.',
  )(({ startStream }) => {
    const used = new WeakSet<object>();
    return {
      startStream(response, headers) {
        startStream(response, headers);
        const connection = connectionOf(response);
        if (connection === undefined) return;
        if (used.has(connection)) setTimeout(() => connection.destroy(), CUT_MS);
        used.add(connection);
      },
    };
  }),
  'h2-long-header-breaks': alters('A header of more than 16 KiB ends its connection.')(
    ({ greet }) => ({
      greet(response) {
        const values = Object.values(response.req.headers);
        const isLong = values.some((value = '') => value.length > LONG_CHARACTERS);
        if (isLong) connectionOf(response)?.destroy();
        greet(response);
      },
    }),
  ),
};
