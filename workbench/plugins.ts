import type { PluginManifest } from '#core/plugin';
import administration from '../plugins/administration/manifest.ts';
import attributes from '../plugins/attributes/manifest.ts';
import communications from '../plugins/communications/manifest.ts';
import drafting from '../plugins/drafting/manifest.ts';
import draw from '../plugins/draw/manifest.ts';
import facades from '../plugins/facades/manifest.ts';
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
import merge from '../plugins/merge/manifest.ts';
import mobileRequest from '../plugins/mobile-request/manifest.ts';
import modify from '../plugins/modify/manifest.ts';
import notFound from '../plugins/not-found/manifest.ts';
import notifications from '../plugins/notifications/manifest.ts';
import paste from '../plugins/paste/manifest.ts';
import precise2d from '../plugins/precise-2d/manifest.ts';
import preferences from '../plugins/preferences/manifest.ts';
import projects from '../plugins/projects/manifest.ts';
import reshape from '../plugins/reshape/manifest.ts';
import select2d from '../plugins/select-2d/manifest.ts';
import selection from '../plugins/selection/manifest.ts';
import shapes from '../plugins/shapes/manifest.ts';
import sideBySide from '../plugins/side-by-side/manifest.ts';
import split from '../plugins/split/manifest.ts';
import sun3d from '../plugins/sun-3d/manifest.ts';
import table from '../plugins/table/manifest.ts';
import terrain3d from '../plugins/terrain-3d/manifest.ts';
import tiles3d from '../plugins/tiles-3d/manifest.ts';
import transform from '../plugins/transform/manifest.ts';
import trim from '../plugins/trim/manifest.ts';
import underground3d from '../plugins/underground-3d/manifest.ts';
import userReport from '../plugins/user-report/manifest.ts';
import utility from '../plugins/utility/manifest.ts';
import validate from '../plugins/validate/manifest.ts';
import walk from '../plugins/walk/manifest.ts';
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
  walk,
  underground3d,
  sideBySide,
  layers,
  selection,
  select2d,
  paste,
  attributes,
  table,
  validate,
  history,
  importFiles,
  exportFiles,
  draw,
  facades,
  shapes,
  lists2d,
  modify,
  split,
  trim,
  merge,
  reshape,
  transform,
  measure2d,
  measure3d,
  precise2d,
  drafting,
  notFound,
  bookmarks,
];
