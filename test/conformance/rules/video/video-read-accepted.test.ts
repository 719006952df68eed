import { videoReadAccepted } from '../../../../src/conformance/rules/video/video-read-accepted.ts';
import { acceptanceTable } from '../acceptance-table.ts';

acceptanceTable(videoReadAccepted, 'video-read');
