import type { Subject } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { PanoramicPlace } from '#core/protocol';

/** Panoramas whose points were clicked on a map while none was open. */
export const OPENING = serviceToken<Subject<PanoramicPlace>>('panorama.Opening');
