import type { PluginManifest } from '#core/plugin';
import administration from '../plugins/admin/administration/manifest.ts';
import attributes from '../plugins/work/attributes/manifest.ts';
import cloudClassify from '../plugins/cloud/cloud-classify/manifest.ts';
import cloudClip from '../plugins/cloud/cloud-clip/manifest.ts';
import cloudExport from '../plugins/cloud/cloud-export/manifest.ts';
import cloudAnnotate from '../plugins/cloud/cloud-annotate/manifest.ts';
import cloudPhotos from '../plugins/cloud/cloud-photos/manifest.ts';
import cloudMeasure from '../plugins/cloud/cloud-measure/manifest.ts';
import cloudProfile from '../plugins/cloud/cloud-profile/manifest.ts';
import communications from '../plugins/admin/communications/manifest.ts';
import drafting from '../plugins/draw/drafting/manifest.ts';
import documents from '../plugins/files/documents/manifest.ts';
import draw from '../plugins/draw/draw/manifest.ts';
import facades from '../plugins/draw/facades/manifest.ts';
import exportFiles from '../plugins/files/export/manifest.ts';
import geocoding from '../plugins/work/geocoding/manifest.ts';
import history from '../plugins/work/history/manifest.ts';
import home from '../plugins/start/home/manifest.ts';
import importFiles from '../plugins/files/import/manifest.ts';
import kmreprojection from '../plugins/files/kmreprojection/manifest.ts';
import layers from '../plugins/work/layers/manifest.ts';
import login from '../plugins/start/login/manifest.ts';
import mobileCloud from '../plugins/cloud/mobile-cloud/manifest.ts';
import placement from '../plugins/files/placement/manifest.ts';
import sheet from '../plugins/files/sheet/manifest.ts';
import pointCloud from '../plugins/cloud/point-cloud/manifest.ts';
import map2d from '../plugins/work/map-2d/manifest.ts';
import map3d from '../plugins/globe/map-3d/manifest.ts';
import measure2d from '../plugins/measure/measure-2d/manifest.ts';
import measure3d from '../plugins/measure/measure-3d/manifest.ts';
import merge from '../plugins/edit/merge/manifest.ts';
import mobileRequest from '../plugins/admin/mobile-request/manifest.ts';
import modify from '../plugins/edit/modify/manifest.ts';
import notFound from '../plugins/start/not-found/manifest.ts';
import notifications from '../plugins/start/notifications/manifest.ts';
import paste from '../plugins/edit/paste/manifest.ts';
import preferences from '../plugins/start/preferences/manifest.ts';
import projectMap from '../plugins/start/project-map/manifest.ts';
import projects from '../plugins/start/projects/manifest.ts';
import qgis from '../plugins/files/qgis/manifest.ts';
import reshape from '../plugins/edit/reshape/manifest.ts';
import selectionTools from '../plugins/work/selection-tools/manifest.ts';
import selection from '../plugins/work/selection/manifest.ts';
import shapes from '../plugins/draw/shapes/manifest.ts';
import sideBySide from '../plugins/globe/side-by-side/manifest.ts';
import split from '../plugins/edit/split/manifest.ts';
import objectManagement from '../plugins/work/object-management/manifest.ts';
import objectTypes from '../plugins/work/object-types/manifest.ts';
import typeFiles from '../plugins/work/type-files/manifest.ts';
import globeViews from '../plugins/globe/globe-views/manifest.ts';
import table from '../plugins/work/table/manifest.ts';
import terrain3d from '../plugins/globe/terrain-3d/manifest.ts';
import tiles3d from '../plugins/globe/tiles-3d/manifest.ts';
import transform from '../plugins/edit/transform/manifest.ts';
import labels from '../plugins/edit/labels/manifest.ts';
import trim from '../plugins/edit/trim/manifest.ts';
import userReport from '../plugins/admin/user-report/manifest.ts';
import utility from '../plugins/admin/utility/manifest.ts';
import validate from '../plugins/edit/validate/manifest.ts';
import tour from '../plugins/start/tour/manifest.ts';
import walk from '../plugins/globe/walk/manifest.ts';
import cloudDrop from '../plugins/cloud/cloud-drop/manifest.ts';
import clouds from '../plugins/cloud/clouds/manifest.ts';
import bimModels from '../plugins/bim/bim-models/manifest.ts';
import bimViewer from '../plugins/bim/bim-viewer/manifest.ts';
import panorama from '../plugins/field/panorama/manifest.ts';
import surveys from '../plugins/field/surveys/manifest.ts';
import fieldBook from '../plugins/field/field-book/manifest.ts';
import surfaces from '../plugins/field/surfaces/manifest.ts';
import bimChecks from '../plugins/bim/bim-checks/manifest.ts';
import bimTopics from '../plugins/bim/bim-topics/manifest.ts';
import bookmarks from '../plugins/work/bookmarks/manifest.ts';
import externalLayers from '../plugins/work/external-layers/manifest.ts';
import authorMode from '../plugins/admin/author-mode/manifest.ts';
import outsidePlugins from '../plugins/work/outside-plugins/manifest.ts';

/** The one list of plugins. Where two claim the same thing, the earlier one wins. */
export const PLUGINS: readonly PluginManifest[] = [
  login,
  home,
  projects,
  projectMap,
  preferences,
  tour,
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
  globeViews,
  walk,
  placement,
  sheet,
  pointCloud,
  mobileCloud,
  bimViewer,
  bimModels,
  panorama,
  surveys,
  fieldBook,
  surfaces,
  bimChecks,
  bimTopics,
  sideBySide,
  layers,
  selection,
  selectionTools,
  paste,
  attributes,
  table,
  objectTypes,
  typeFiles,
  objectManagement,
  validate,
  history,
  documents,
  importFiles,
  exportFiles,
  qgis,
  kmreprojection,
  clouds,
  cloudDrop,
  draw,
  facades,
  shapes,
  modify,
  split,
  trim,
  labels,
  merge,
  reshape,
  transform,
  measure2d,
  measure3d,
  cloudAnnotate,
  cloudPhotos,
  cloudMeasure,
  cloudProfile,
  cloudClip,
  cloudClassify,
  cloudExport,
  drafting,
  notFound,
  bookmarks,
  externalLayers,
  outsidePlugins,
  authorMode,
];
