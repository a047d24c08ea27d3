import { routes as auth } from '../auth/routes.ts';
import { routes as audit } from '../audit/routes.ts';
import { routes as cache } from '../cache/routes.ts';
import { routes as attributes } from '../attributes/routes.ts';
import { routes as events } from '../events/routes.ts';
import { routes as exports } from '../export/routes.ts';
import { routes as geocoding } from '../geocoding/routes.ts';
import { routes as geometries } from '../geometries/routes.ts';
import { routes as groups } from '../groups/routes.ts';
import { routes as imports } from '../imports/routes.ts';
import { routes as jobs } from '../jobs/routes.ts';
import { routes as notifications } from '../notifications/routes.ts';
import { routes as organizations } from '../organizations/routes.ts';
import { routes as projectsNear } from '../projects/near.ts';
import { routes as projects } from '../projects/routes.ts';
import { routes as preferences } from '../preferences/routes.ts';
import { routes as reports } from '../users/report/routes.ts';
import { routes as requests } from '../requests/routes.ts';
import { routes as roles } from '../roles/routes.ts';
import { routes as bookmarks } from '../bookmarks/routes.ts';
import { routes as measures } from '../measures/routes.ts';
import { routes as styles } from '../styles/routes.ts';
import { routes as tiles } from '../tiles/routes.ts';
import { routes as users } from '../users/routes.ts';
import { routes as health } from '../health/routes.ts';
import { routes as crs } from '../crs/routes.ts';
import { routes as files } from '../files/routes.ts';
import { routes as projectFiles } from '../projects/files.ts';
import { routes as panoramics } from '../panoramics/routes.ts';
import { routes as surveys } from '../surveys/routes.ts';
import { routes as bim } from '../bim/routes.ts';
import { routes as pointcloud } from '../pointcloud/routes.ts';
import { routes as terrain } from '../terrain/routes.ts';
import { routes as tilesets } from '../tilesets/routes.ts';
import type { Route } from './context.ts';

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
  ...preferences,
  ...reports,
  ...requests,
  ...roles,
  ...users,
  ...health,
  ...crs,
  ...cache,
  ...attributes,
  ...bookmarks,
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
  ...bim,
  ...pointcloud,
  ...terrain,
  ...tilesets,
];
