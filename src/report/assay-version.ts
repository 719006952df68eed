import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_FOLDER } from '../input/package-files.ts';

const manifest = readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8');

export const ASSAY_VERSION = z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
