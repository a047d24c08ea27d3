import { serviceToken } from '#core/kernel';
import type { OpenMap } from '../api.ts';

/** Makes the flat map; the engine comes with it. */
export const OPEN_MAP = serviceToken<OpenMap>('map-2d.OpenMap');
