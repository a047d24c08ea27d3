import type { Grant } from '#core/protocol';
import type { Queries } from '../../platform/db/database.ts';

/** The role of each organization that cannot be emptied, renamed or deleted, so that nobody is locked out. */
export const ADMINISTRATOR = 'Administrator';

export const PREDEFINED: Record<string, Grant[]> = {
  [ADMINISTRATOR]: ['*'],
  Surveyor: [
    'geometries.read',
    'geometries.write',
    'geometries.delete',
    'geometries.split',
    'geometries.restore',
    'attributes.write',
    'projects.write',
    'files.write',
    'pointcloud.read',
    'pointcloud.classify',
    'bim.read',
    'bim.comment',
    'import',
    'export',
    'plugin:*',
    'tool:*',
  ],
  Viewer: [
    'geometries.read',
    'pointcloud.read',
    'bim.read',
    'tool:selection.select',
    'tool:selection-tools.box',
    'tool:selection-tools.area',
    'tool:measure-2d.distance',
    'tool:measure-2d.area',
    'tool:measure-2d.coordinates',
    'tool:measure-2d.angle',
    'tool:measure-2d.azimuth',
    'tool:measure-2d.radius',
    'tool:measure-2d.arc',
    'tool:measure-2d.chainage',
  ],
};

/** Creates the predefined roles of a new organization. */
export async function seedRoles(tx: Queries, organizationId: string): Promise<void> {
  for (const [name, authorizations] of Object.entries(PREDEFINED))
    await tx.query(
      `insert into roles (organization_id, role_name, authorizations, predefined, given) values ($3, $1, $2, $1, $2)
       on conflict (organization_id, role_name) do nothing`,
      [name, authorizations, organizationId],
    );
}
