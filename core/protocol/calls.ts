import * as administration from './administration.ts';
import * as attributes from './attributes.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as cache from './cache.ts';
import type { CallSpec } from './call.ts';
import * as crs from './crs.ts';
import * as exports from './export.ts';
import * as files from './files.ts';
import * as geocoding from './geocoding.ts';
import * as geometries from './geometries.ts';
import * as geometryChanges from './geometry-changes.ts';
import * as groups from './groups.ts';
import * as jobs from './jobs.ts';
import * as live from './live.ts';
import * as lockedLayers from './locked-layers.ts';
import * as layerGroups from './layer-groups.ts';
import * as ownStyles from './own-styles.ts';
import * as notifications from './notifications.ts';
import * as panoramics from './panoramics.ts';
import * as blur from './blur.ts';
import * as marks from './marks.ts';
import * as surveys from './surveys.ts';
import * as fieldBooks from './field-books.ts';
import * as fieldCodes from './field-codes.ts';
import * as georeference from './georeference.ts';
import * as bim from './bim.ts';
import * as bimChecks from './bim-checks.ts';
import * as bimElements from './bim-elements.ts';
import * as bimLinks from './bim-links.ts';
import * as bimQueries from './bim-queries.ts';
import * as bimSubset from './bim-subset.ts';
import * as bimPlace from './bim-place.ts';
import * as bimTopics from './bim-topics.ts';
import * as pointcloud from './pointcloud.ts';
import * as cloudQueries from './cloud-queries.ts';
import * as cloudMeasures from './cloud-measures.ts';
import * as cloudDeviations from './cloud-deviations.ts';
import * as cloudEdits from './cloud-edits.ts';
import * as cloudClips from './cloud-clips.ts';
import * as cloudAnnotations from './cloud-annotations.ts';
import * as cloudExports from './cloud-exports.ts';
import * as cloudTiles from './cloud-tiles.ts';
import * as cloudSections from './cloud-sections.ts';
import * as projects from './projects.ts';
import * as bookmarks from './bookmarks.ts';
import * as externalLayers from './external-layers.ts';
import * as pluginJobs from './plugin-jobs.ts';
import * as pluginOffers from './plugin-offers.ts';
import * as plugins from './plugins.ts';
import * as measures from './measures.ts';
import * as rewind from './rewind.ts';
import * as styles from './styles.ts';
import * as reports from './reports.ts';
import * as folders from './folders.ts';
import * as sheetTemplates from './sheet-templates.ts';
import * as reprojection from './reprojection.ts';
import * as requests from './requests.ts';
import * as projectSurfaces from './project-surfaces.ts';
import * as surface from './surface.ts';
import * as terrain from './terrain.ts';
import * as tilesets from './tilesets.ts';
import * as transactions from './transactions.ts';
import * as typeFiles from './type-files.ts';
import * as uploads from './uploads.ts';
import * as webhooks from './webhooks.ts';
import * as cloudLinks from './cloud-links.ts';

/** All calls of the API. Only the server and tests need all of them at once. */
export const ALL_CALLS: readonly CallSpec[] = [
  administration,
  attributes,
  audit,
  auth,
  cache,
  crs,
  exports,
  files,
  geocoding,
  geometries,
  geometryChanges,
  groups,
  jobs,
  live,
  lockedLayers,
  layerGroups,
  ownStyles,
  notifications,
  panoramics,
  blur,
  marks,
  surveys,
  fieldBooks,
  fieldCodes,
  georeference,
  bim,
  bimChecks,
  bimSubset,
  bimElements,
  bimLinks,
  bimQueries,
  bimPlace,
  bimTopics,
  pointcloud,
  cloudQueries,
  cloudMeasures,
  cloudDeviations,
  cloudEdits,
  cloudClips,
  cloudAnnotations,
  cloudExports,
  cloudTiles,
  cloudSections,
  projects,
  bookmarks,
  externalLayers,
  pluginJobs,
  pluginOffers,
  plugins,
  measures,
  rewind,
  styles,
  reports,
  folders,
  sheetTemplates,
  reprojection,
  requests,
  projectSurfaces,
  surface,
  terrain,
  tilesets,
  transactions,
  typeFiles,
  uploads,
  webhooks,
  cloudLinks,
]
  .flatMap((resource) => Object.values(resource) as unknown[])
  .filter(
    (value): value is CallSpec =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  );
