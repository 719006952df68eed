import { relaySplitCharacter } from '../../../../src/conformance/rules/relay/relay-split-character.ts';
import { unusualStreamTable } from '../unusual-stream-table.ts';

unusualStreamTable(relaySplitCharacter, 'split-character');
