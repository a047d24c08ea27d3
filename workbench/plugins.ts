import type { PluginManifest } from '#core/plugin';
import administration from '../plugins/administration/manifest.ts';
import attributes from '../plugins/attributes/manifest.ts';
import communications from '../plugins/communications/manifest.ts';
import drafting2d from '../plugins/drafting-2d/manifest.ts';
import draw2d from '../plugins/draw-2d/manifest.ts';
import draw3d from '../plugins/draw-3d/manifest.ts';
import exportFiles from '../plugins/export/manifest.ts';
import geocoding from '../plugins/geocoding/manifest.ts';
import history from '../plugins/history/manifest.ts';
import home from '../plugins/home/manifest.ts';
import importFiles from '../plugins/import/manifest.ts';
import layers from '../plugins/layers/manifest.ts';
import lists2d from '../plugins/lists-2d/manifest.ts';
import login from '../plugins/login/manifest.ts';
import map2d from '../plugins/map-2d/manifest.ts';
import map3d from '../plugins/map-3d/manifest.ts';
import measure2d from '../plugins/measure-2d/manifest.ts';
import measure3d from '../plugins/measure-3d/manifest.ts';
import merge2d from '../plugins/merge-2d/manifest.ts';
import mobileRequest from '../plugins/mobile-request/manifest.ts';
import modify2d from '../plugins/modify-2d/manifest.ts';
import notFound from '../plugins/not-found/manifest.ts';
import notifications from '../plugins/notifications/manifest.ts';
import paste2d from '../plugins/paste-2d/manifest.ts';
import precise2d from '../plugins/precise-2d/manifest.ts';
import preferences from '../plugins/preferences/manifest.ts';
import projects from '../plugins/projects/manifest.ts';
import reshape2d from '../plugins/reshape-2d/manifest.ts';
import select2d from '../plugins/select-2d/manifest.ts';
import selection from '../plugins/selection/manifest.ts';
import shapes2d from '../plugins/shapes-2d/manifest.ts';
import sideBySide from '../plugins/side-by-side/manifest.ts';
import split2d from '../plugins/split-2d/manifest.ts';
import sun3d from '../plugins/sun-3d/manifest.ts';
import table2d from '../plugins/table-2d/manifest.ts';
import terrain3d from '../plugins/terrain-3d/manifest.ts';
import tiles3d from '../plugins/tiles-3d/manifest.ts';
import transform2d from '../plugins/transform-2d/manifest.ts';
import trim2d from '../plugins/trim-2d/manifest.ts';
import underground3d from '../plugins/underground-3d/manifest.ts';
import userReport from '../plugins/user-report/manifest.ts';
import utility from '../plugins/utility/manifest.ts';
import validate2d from '../plugins/validate-2d/manifest.ts';
import walk3d from '../plugins/walk-3d/manifest.ts';
import bookmarks from '../plugins/bookmarks/manifest.ts';

/** The one list of plugins. Where two claim the same thing, the earlier one wins. */
export const PLUGINS: readonly PluginManifest[] = [
  login,
  home,
  projects,
  preferences,
  administration,
  notifications,
  communications,
  mobileRequest,
  userReport,
  utility,
  geocoding,
  map2d,
  map3d,
  terrain3d,
  tiles3d,
  sun3d,
  walk3d,
  underground3d,
  sideBySide,
  layers,
  selection,
  select2d,
  paste2d,
  attributes,
  table2d,
  validate2d,
  history,
  importFiles,
  exportFiles,
  draw2d,
  draw3d,
  shapes2d,
  lists2d,
  modify2d,
  split2d,
  trim2d,
  merge2d,
  reshape2d,
  transform2d,
  measure2d,
  measure3d,
  precise2d,
  drafting2d,
  notFound,
  bookmarks,
];
