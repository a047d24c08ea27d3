import { listProjectExtents, PROJECT_EXTENTS, type AnswerOf } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { registeredCrs } from '../../shared/crs/register.ts';
import { applyExtentsFor } from '../../shared/extents/changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { paramsInto } from '../../platform/db/params.ts';
import { counted } from '../../http/list.ts';
import { route, type Route } from '../../http/context.ts';

type ProjectExtent = AnswerOf<typeof listProjectExtents>[number];
type Box = NonNullable<ProjectExtent['extent']>;
type ExtentRow = Omit<ProjectExtent, 'extent' | 'from'> & {
  total: number;
  objects: Box | null;
  location: Box | null;
};

export const routes: Route[] = [
  route(listProjectExtents, async ({ caller, services, reply }) => {
    const rows = counted(reply, await readExtents(services.db, caller));
    const areas = new Map<string, Box | null>();
    for (const crs of new Set(rows.map((row) => row.crs))) areas.set(crs, await areaOf(crs));
    return rows.map(({ objects, location, ...project }): ProjectExtent => {
      if (objects) return { ...project, extent: objects, from: 'objects' };
      if (location) return { ...project, extent: location, from: 'location' };
      const area = areas.get(project.crs) ?? null;
      return { ...project, extent: area, from: area && 'crs' };
    });
  }),
];

async function readExtents(db: Database, caller: Caller): Promise<ExtentRow[]> {
  const mine = `select pm.project_id as id from project_members pm join projects p on p.id = pm.project_id
    where pm.user_id = $1::uuid and p.organization_id = $2::uuid`;
  const who = [caller.userId, caller.organizationId];
  await applyExtentsFor(db, caller);
  const params: unknown[] = [...who];
  const param = paramsInto(params);
  const side = (of: string) => `st_${of}(l.geom)`;
  const location = `case when l.geom is not null then array[${['xmin', 'ymin', 'xmax', 'ymax'].map(side).join(', ')}] end`;
  return db.query<ExtentRow>(
    `select p.id, p.project_name as "projectName", p.crs, p.archived, p.created_at as "createdAt", seen.extent as objects,
       ${location} as location, count(*) over ()::int as total
     from projects p
       left join (
         select e.project_id, array[min(e.west), min(e.south), max(e.east), max(e.north)] as extent
         from project_extents e where ${scopeOf(caller).objects('e', params)} group by e.project_id
       ) seen on seen.project_id = p.id
       left join lateral (select st_geomfromgeojson(p.location) as geom) l on p.location is not null
     where p.id in (${mine}) order by p.created_at desc, p.id limit ${param(PROJECT_EXTENTS.max)}`,
    params,
  );
}

/** The area of use of a system; null where it is the whole world, which says nothing about a project. */
async function areaOf(code: string): Promise<Box | null> {
  const bounds = (await registeredCrs(Number(code.replace('EPSG:', ''))))?.bounds;
  if (!bounds) return null;
  const [west, south, east, north] = bounds;
  const width = west <= east ? east - west : east - west + 360;
  return width < 350 ? [west, south, east, north] : null;
}
