import { serviceToken } from '#core/kernel';
import type { OpenMap } from '../api.ts';

/** Opens the flat map; its engine is loaded with it. */
export const OPEN_MAP = serviceToken<OpenMap>('map-2d.OpenMap');
