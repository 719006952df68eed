import { responsesAccepted } from '../../../../src/conformance/rules/responses/responses-accepted.ts';
import { acceptanceTable } from '../acceptance-table.ts';

acceptanceTable(responsesAccepted, 'responses');
