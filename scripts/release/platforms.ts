/** Names of Node, and those of Go for the same. */
export const SYSTEMS = { linux: 'linux', darwin: 'darwin', win32: 'windows' } as const;
export const PROCESSORS = { x64: 'amd64', arm64: 'arm64' } as const;

/** What an engine is built for. */
export interface Platform {
  readonly os: keyof typeof SYSTEMS;
  readonly cpu: keyof typeof PROCESSORS;
}

export const PLATFORMS: readonly Platform[] = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
  { os: 'win32', cpu: 'arm64' },
];

export const nameOf = ({ os, cpu }: Platform): string => `${os}-${cpu}`;
