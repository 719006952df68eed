import { videoCancelAccepted } from '../../../../src/conformance/rules/video/video-cancel-accepted.ts';
import { acceptanceTable } from '../acceptance-table.ts';

acceptanceTable(videoCancelAccepted, 'video-cancel');
