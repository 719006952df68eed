import { imagesAccepted } from '../../../../src/conformance/rules/images/images-accepted.ts';
import { acceptanceTable } from '../acceptance-table.ts';

acceptanceTable(imagesAccepted, 'images');
