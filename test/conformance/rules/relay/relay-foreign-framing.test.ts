import { relayForeignFraming } from '../../../../src/conformance/rules/relay/relay-foreign-framing.ts';
import { unusualStreamTable } from '../unusual-stream-table.ts';

unusualStreamTable(relayForeignFraming, 'foreign-framing');
