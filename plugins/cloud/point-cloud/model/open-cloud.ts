import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { OpenMap } from '#plugins/work/map-2d/api';

/** What opens the view; or why there is nothing to open it with. */
export type CloudOpening =
  | { readonly open: OpenMap }
  | { readonly nothing: 'none' | 'off' | 'unplaced' | 'unready' | 'failed' };

/**
 * Loads three.js and potree-core, and the header of the first cloud; `stopped` is called when the view can no longer
 * draw.
 */
export type LoadCloudView = (
  project: OpenProject,
  stopped: (error: unknown) => void,
) => Promise<CloudOpening>;
export const LOAD_CLOUD_VIEW = serviceToken<LoadCloudView>('point-cloud.LoadView');
