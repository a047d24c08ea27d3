import { serviceToken } from '#core/plugin';
import type { OpenProject } from '#core/project';
import type { Map2D } from '../api.ts';

/** Makes the map of an open project in an element; the engine comes with it. */
export type OpenMap = (element: HTMLElement, project: OpenProject) => Map2D;
export const OPEN_MAP = serviceToken<OpenMap>('map-2d.OpenMap');
