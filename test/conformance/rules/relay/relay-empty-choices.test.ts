import { relayEmptyChoices } from '../../../../src/conformance/rules/relay/relay-empty-choices.ts';
import { unusualStreamTable } from '../unusual-stream-table.ts';

unusualStreamTable(relayEmptyChoices, 'usage-empty-choices');
