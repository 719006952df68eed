import { statSync } from 'node:fs';
import type { Access } from '../../exchange/access.ts';
import { TargetUnreachable } from '../../target/target-unreachable.ts';

/** Refuses to go on when the unix socket of the target cannot be connected to. */
export function requireSocket(failure: string | undefined, { unixSocket }: Access): void {
  if (unixSocket === undefined || failure === undefined) return;
  const [what, remedy] = problemOf(failure, unixSocket) ?? [];
  if (what === undefined) return;
  throw new TargetUnreachable(`${what}: ${unixSocket} (${failure}). ${remedy}`);
}

function problemOf(failure: string, path: string): readonly [string, string] | undefined {
  if (/^(EACCES|EPERM)$/.test(failure)) {
    return [
      'Connections to the socket of the target are not permitted',
      'Check the permissions of the socket and of its folders: connecting needs those to write.',
    ];
  }
  if (/^(ENOENT|ENOTDIR)$/.test(failure)) {
    return ['The socket of the target does not exist', 'Check its path, and that the target runs.'];
  }
  if (failure !== 'ECONNREFUSED' && failure !== 'ENOTSOCK') return undefined;
  if (statSync(path, { throwIfNoEntry: false })?.isSocket() === true) {
    return ['Nothing listens on the socket of the target', 'Check that the target runs.'];
  }
  return ['The path of the target is not a socket', 'Name the one on which it listens.'];
}
