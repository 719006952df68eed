import type { Credential, Exchange, FilePart, RequestBody } from './exchange.ts';
import { shellQuoted } from './shell-quoted.ts';

const BODY_CHARACTERS = 4096;
const WORD_CHARACTERS = 2048;

/** Headers that curl writes by itself. */
const OWN = new Set(['host', 'connection', 'content-length', 'authorization']);

/**
 * A curl line that sends the request of an exchange again. The key is `$ASSAY_API_KEY`; a body
 * that is too long for a line or no text, and the file of a form, are named and have to be supplied.
 */
export function curl({ request }: Exchange): string {
  const { method, url, headers, credential, body } = request;
  const words = ['curl', '-sSiN'];
  if (/[[\]{}]|\/\.{1,2}(\/|$)/.test(url)) words.push('--globoff', '--path-as-is');
  if (method !== 'GET') words.push('-X', shellQuoted(method));
  words.push(shellQuoted(cut(url)), ...authorization(credential));
  for (const [name, value] of headers) {
    const isTypeOfForm = body.kind === 'multipart' && name.toLowerCase() === 'content-type';
    if (OWN.has(name.toLowerCase()) || isTypeOfForm) continue;
    words.push('-H', shellQuoted(value === '' ? `${name};` : `${name}: ${cut(value)}`));
  }
  return [...words, ...bodyWords(body)].join(' ');
}

function authorization(credential: Credential): string[] {
  switch (credential) {
    case 'first':
      return ['-H', '"Authorization: Bearer $ASSAY_API_KEY"'];
    case 'second':
      return ['-H', '"Authorization: Bearer $ASSAY_API_KEY_2"'];
    case 'other':
      return ['-H', "'Authorization: <the credential that was tried>'"];
    case 'none':
      return [];
  }
}

function bodyWords(body: RequestBody): string[] {
  switch (body.kind) {
    case 'none':
      return [];
    case 'text':
      return body.sizeBytes > BODY_CHARACTERS || Buffer.byteLength(body.text) !== body.sizeBytes
        ? ['--data-binary', `@body-of-${body.sizeBytes}-bytes`]
        : ['--data-raw', shellQuoted(body.text)];
    case 'multipart':
      return [
        ...body.fields.flatMap(([name, value]) => [
          '--form-string',
          shellQuoted(cut(`${name}=${value}`)),
        ]),
        ...body.files.flatMap((file) => ['-F', shellQuoted(cut(fileWord(file)))]),
      ];
  }
}

function fileWord({ field, filename, sizeBytes }: FilePart): string {
  const spelled = filename.replaceAll(/["\\]/g, '\\$&');
  return `${field}=@file-of-${sizeBytes}-bytes;filename="${spelled}"`;
}

function cut(word: string): string {
  return word.length <= WORD_CHARACTERS ? word : `${word.slice(0, WORD_CHARACTERS)}…`;
}
