import { routes as auth } from '../api/auth/routes.ts';
import { routes as audit } from '../api/audit/routes.ts';
import { routes as cache } from '../api/cache/routes.ts';
import { routes as attributes } from '../api/attributes/routes.ts';
import { routes as events } from '../api/events/routes.ts';
import { routes as exports } from '../api/export/routes.ts';
import { routes as geocoding } from '../api/geocoding/routes.ts';
import { routes as geometries } from '../api/geometries/routes.ts';
import { routes as groups } from '../api/groups/routes.ts';
import { routes as imports } from '../api/imports/routes.ts';
import { routes as jobs } from '../api/jobs/routes.ts';
import { routes as notifications } from '../api/notifications/routes.ts';
import { routes as organizations } from '../api/organizations/routes.ts';
import { routes as projectContents } from '../api/projects/contents.ts';
import { routes as projectExtents } from '../api/projects/extents.ts';
import { routes as projectsNear } from '../api/projects/near.ts';
import { routes as projects } from '../api/projects/routes.ts';
import { routes as sampleProject } from '../api/projects/sample.ts';
import { routes as projectCopies } from '../api/projects/copy.ts';
import { routes as lockedLayers } from '../api/projects/locked-layers.ts';
import { routes as projectFolders } from '../api/projects/folders.ts';
import { routes as layerGroups } from '../api/projects/layer-groups.ts';
import { routes as ownStyles } from '../api/projects/own-styles.ts';
import { routes as preferences } from '../api/preferences/routes.ts';
import { routes as reports } from '../api/users/report/routes.ts';
import { routes as reprojection } from '../api/reprojection/routes.ts';
import { routes as requests } from '../api/requests/routes.ts';
import { routes as roles } from '../api/roles/routes.ts';
import { routes as externalLayers } from '../api/external-layers/routes.ts';
import { serverRoutes as layerServers } from '../api/external-layers/servers.ts';
import { routes as pluginJobs } from '../api/plugins/jobs/routes.ts';
import { routes as plugins } from '../api/plugins/routes.ts';
import { routes as webhooks } from '../api/webhooks/routes.ts';
import { routes as bookmarks } from '../api/bookmarks/routes.ts';
import { routes as folderTemplates } from '../api/folder-templates/routes.ts';
import { routes as sheetTemplates } from '../api/sheet-templates/routes.ts';
import { routes as measures } from '../api/measures/routes.ts';
import { routes as styles } from '../api/styles/routes.ts';
import { routes as tiles } from '../api/tiles/routes.ts';
import { routes as users } from '../api/users/routes.ts';
import { routes as health } from '../api/health/routes.ts';
import { routes as crs } from '../api/crs/routes.ts';
import { routes as files } from '../api/files/routes.ts';
import { routes as projectFiles } from '../api/projects/files.ts';
import { routes as panoramics } from '../api/panoramics/routes.ts';
import { routes as surfaces } from '../api/surfaces/routes.ts';
import { routes as surface } from '../api/surface/routes.ts';
import { routes as surveys } from '../api/surveys/routes.ts';
import { routes as fieldBooks } from '../api/field-books/routes.ts';
import { routes as bim } from '../api/bim/routes.ts';
import { queryRoutes as bimQueries } from '../api/bim/elements/queries.ts';
import { subsetRoutes as bimSubset } from '../api/bim/subset/routes.ts';
import { checkRoutes as bimChecks } from '../api/bim/checks/routes.ts';
import { bcfRoutes } from '../api/bim/topics/bcf-routes.ts';
import { topicRoutes as bimTopics } from '../api/bim/topics/routes.ts';
import { routes as pointcloud } from '../api/pointcloud/routes.ts';
import { routes as terrain } from '../api/terrain/routes.ts';
import { routes as tilesets } from '../api/tilesets/routes.ts';
import { routes as uploads } from '../api/uploads/routes.ts';
import type { Route } from '../http/context.ts';

/** Every resource of the API; a new one adds its line. */
export const RESOURCES: readonly Route[] = [
  ...auth,
  ...audit,
  ...groups,
  ...imports,
  ...jobs,
  ...notifications,
  ...organizations,
  ...projects,
  ...projectsNear,
  ...lockedLayers,
  ...layerGroups,
  ...projectFolders,
  ...folderTemplates,
  ...ownStyles,
  ...projectContents,
  ...projectExtents,
  ...sampleProject,
  ...projectCopies,
  ...preferences,
  ...reports,
  ...reprojection,
  ...requests,
  ...roles,
  ...users,
  ...health,
  ...crs,
  ...cache,
  ...attributes,
  ...bookmarks,
  ...sheetTemplates,
  ...externalLayers,
  ...layerServers,
  ...pluginJobs,
  ...plugins,
  ...webhooks,
  ...measures,
  ...styles,
  ...geocoding,
  ...geometries,
  ...events,
  ...exports,
  ...tiles,
  ...files,
  ...projectFiles,
  ...panoramics,
  ...surveys,
  ...fieldBooks,
  ...bim,
  ...bimChecks,
  ...bimQueries,
  ...bimSubset,
  ...bimTopics,
  ...bcfRoutes,
  ...pointcloud,
  ...surface,
  ...surfaces,
  ...terrain,
  ...tilesets,
  ...uploads,
];
