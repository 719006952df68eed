import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { requestedOperation } from '../../src/load/watching/request-reader.ts';
import { edited, type MemberEdit } from '../../test/conformance/member-impact/member-edit.ts';

/** A gateway on loopback that passes everything to another one, and edits its good answers. */
export interface EditingProxy {
  readonly address: string;
  close(): void;
}

export async function startEditingProxy(gateway: string, edit: MemberEdit): Promise<EditingProxy> {
  const server = createServer((request, response) => {
    relay(gateway, edit, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function relay(
  gateway: string,
  edit: MemberEdit,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const { authorization = '', 'content-type': type = '' } = request.headers;
  const sent = await buffer(request);
  const answer = await fetch(`${gateway}${url}`, {
    method,
    headers: { authorization, ...(type !== '' && { 'content-type': type }) },
    ...(sent.length > 0 && { body: new Uint8Array(sent) }),
  });
  const { operation } = requestedOperation({ method, path: url }, '');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isEdited = answer.ok && operation === edit.operation;
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(isEdited ? edited(bytes.toString('utf8'), edit) : bytes);
}
