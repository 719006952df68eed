import type { Duplex } from 'node:stream';

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what Node's parser could not read as a request, and closes the connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const message = 'The request is not readable as HTTP.';
  const members = { message, type: 'invalid_request_error', param: null, code: null };
  const body = JSON.stringify({ error: members });
  const statusLine = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
