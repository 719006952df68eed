import { videoAccepted } from '../../../../src/conformance/rules/video/video-accepted.ts';
import { acceptanceTable } from '../acceptance-table.ts';

acceptanceTable(videoAccepted, 'video-create');
