import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { OpenMap } from '#plugins/work/map-2d/api';

/** Loads Photo Sphere Viewer. Rejects with the reason. */
export type LoadPanoramaView = (project: OpenProject) => Promise<OpenMap>;
export const LOAD_PANORAMA_VIEW = serviceToken<LoadPanoramaView>('panorama.LoadView');
