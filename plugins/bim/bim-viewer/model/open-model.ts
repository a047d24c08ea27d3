import { serviceToken } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { OpenMap } from '#plugins/work/map-2d/api';

/** What opens the view; or why there is nothing to open it with. */
export type BimOpening =
  | { readonly open: OpenMap }
  | { readonly nothing: 'none' | 'off' | 'unready' | 'empty' | 'failed' };

/** Loads three.js and fragments, and the first model; `stopped` is called when the view can no longer draw. */
export type LoadBimView = (project: OpenProject, stopped: (error: unknown) => void) => Promise<BimOpening>;
export const LOAD_BIM_VIEW = serviceToken<LoadBimView>('bim-viewer.LoadView');
