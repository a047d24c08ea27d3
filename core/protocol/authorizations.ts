/**
 * The authorizations that a role can have on the server. The administration page lists them; each call requires one.
 */
export const AUTHORIZATIONS = [
  'geometries.read',
  'geometries.write',
  'geometries.delete',
  'geometries.split',
  'geometries.restore',
  'attributes.write',
  'projects.write',
  'files.write',
  'files.original',
  'pointcloud.read',
  'pointcloud.write',
  'pointcloud.classify',
  'pointcloud.share',
  'bim.read',
  'bim.write',
  'bim.comment',
  'import',
  'export',
  'notifications.write',
  'reports.read',
  'admin.users',
  'admin.roles',
  'admin.organizations',
  'admin.cache',
  'admin.plugins',
  'plugins.author',
  'plugins.full',
] as const;

export type Authorization = (typeof AUTHORIZATIONS)[number];

/** Those whose calls change what a project contains, unless they are GET. An archived project takes none of them. */
export const CHANGING_PROJECTS: ReadonlySet<string> = new Set<Authorization>([
  'attributes.write',
  'bim.comment',
  'bim.write',
  'files.write',
  'geometries.delete',
  'geometries.restore',
  'geometries.split',
  'geometries.write',
  'import',
  'pointcloud.classify',
  'pointcloud.write',
]);

/** `tool:<tool id>` enables one tool, `plugin:<plugin id>` one switchable plugin; `*` and `prefix:*` match all. */
export type Grant = Authorization | `tool:${string}` | `plugin:${string}` | '*';

/** Returns whether a role with the authorizations `held` has `needed`. */
export function grants(held: readonly string[], needed: string): boolean {
  if (held.includes(needed) || held.includes('*')) return true;
  const colon = needed.indexOf(':');
  return colon > 0 && held.includes(`${needed.slice(0, colon)}:*`);
}

/**
 * The viewers that a person can be blocked from, in addition to object types, and the layers of terrains and 3D
 * Tiles.
 */
export const VIEWERS = [
  'map-2d',
  'map-3d',
  'point-cloud',
  'bim',
  'panorama',
  'terrain-3d',
  'tiles-3d',
] as const;
export type ViewerName = (typeof VIEWERS)[number];
