import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TlsAccess } from '../exchange/access.ts';
import { defined } from '../input/defined.ts';
import { errorCode } from '../input/read-text-file.ts';
import { UsageError } from '../input/usage-error.ts';

/** As a user writes it: paths of files in PEM. */
export interface WrittenTls {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly serverName?: string | undefined;
  readonly insecure?: boolean | undefined;
}

/**
 * Reads the files by which a target is reached with TLS. An error never shows what they hold.
 * @param folder that of relative paths
 * @throws UsageError
 */
export function readTls({ serverName, insecure, ...files }: WrittenTls, folder: string): TlsAccess {
  const read = (name: keyof typeof files): string | undefined => {
    const path = files[name];
    if (path === undefined) return undefined;
    const file = resolve(folder, path);
    const text = textOf(name, file);
    if (isOfKind(name, text)) return text;
    const what = name === 'key' ? 'private key without a passphrase' : 'certificate';
    throw new UsageError(`tls.${name} is not a ${what} in PEM: ${file}. Name another file.`);
  };
  const [ca, cert, key] = [read('ca'), read('cert'), read('key')];
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError(
      'tls.cert and tls.key belong together: a client proves by its key that the certificate is its own. Set both.',
    );
  }
  if (cert !== undefined && key !== undefined && !belongTogether(cert, key)) {
    throw new UsageError(
      'tls.key is not the key of the certificate in tls.cert. Name the files of one pair.',
    );
  }
  return defined({ ca, cert, key, serverName, insecure });
}

function textOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `Cannot read tls.${name}: ${file} (${errorCode(error)}). Check its path, which begins at the configuration, and its permissions.`,
    );
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether every part of it can be read. */
function isOfKind(name: string, text: string): boolean {
  try {
    if (name === 'key') return createPrivateKey(text).type === 'private';
    const certificates = text.match(CERTIFICATE) ?? [];
    return certificates.map((each) => new X509Certificate(each)).length > 0;
  } catch {
    return false;
  }
}

function belongTogether(cert: string, key: string): boolean {
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
}
