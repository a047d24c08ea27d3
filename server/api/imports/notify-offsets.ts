import type { Language } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { formerOffset } from '../../shared/crs/former.ts';
import { notify } from '../notifications/send.ts';

interface CheckedImport {
  fileName: string;
  crs: string | null;
  extent: [number, number, number, number] | null;
}

interface MisplacedImport {
  fileName: string;
  crs: string;
  metres: number;
}

/** Files named in a notification; the page of imports lists all. */
const MAX_NAMED = 20;

/**
 * Notifies the members who may change a project that imports of it are misplaced, because the parameters of their CRS were
 * wrong at the time. Each import is checked once, a project at a time.
 */
export async function notifyOffsets({ db, events }: Pick<Services, 'db' | 'events'>): Promise<void> {
  for (let more = true; more;)
    more = await db.transaction(async (tx) => {
      const [project] = await tx.query<{ id: string; name: string; organizationId: string }>(
        `select p.id, p.project_name as name, p.organization_id as "organizationId" from projects p
         where exists (select 1 from imports i where i.project_id = p.id and ${UNCHECKED})
         order by p.id limit 1 for update of p skip locked`,
      );
      if (!project) return false;
      const misplaced = await checkImports(tx, project.id);
      if (misplaced.length > 0)
        for (const { language, userIds } of await managersOf(tx, project.id)) {
          const subject = sentence(language, 'imports.offset.subject', { project: project.name });
          const text = textOf(language, project.name, misplaced);
          const { organizationId } = project;
          const notice = { kind: 'message', organizationId, senderId: null, subject, text } as const;
          await notify(tx, { events }, { ...notice, channels: ['app'], audience: [] }, userIds);
        }
      return true;
    });
}

const UNCHECKED = 'not i.offset_checked and i.former_extent is not null and i.undone_at is null';

async function checkImports(tx: Queries, projectId: string): Promise<MisplacedImport[]> {
  const imports = await tx.query<CheckedImport>(
    `with checked as (update imports i set offset_checked = true where i.project_id = $1 and ${UNCHECKED} returning i.*)
     select file_name as "fileName", crs, former_extent as extent from checked order by at desc, id`,
    [projectId],
  );
  const misplaced: MisplacedImport[] = [];
  for (const { fileName, crs, extent } of imports) {
    const metres = await formerOffset(crs, extent);
    if (metres !== null) misplaced.push({ fileName, crs: crs!, metres });
  }
  return misplaced;
}

/** By language: active members of the project whose role may change it. */
function managersOf(tx: Queries, projectId: string): Promise<{ language: Language; userIds: string[] }[]> {
  return tx.query(
    `select coalesce(u.language, 'en') as language, array_agg(u.id) as "userIds"
     from project_members pm join users u on u.id = pm.user_id join projects p on p.id = pm.project_id
       join memberships m on m.user_id = u.id and m.organization_id = p.organization_id
       join roles r on r.role_id = m.role_id
     where pm.project_id = $1 and u.active and u.deleted_at is null
       and r.authorizations && array['*', 'projects.write']
     group by 1`,
    [projectId],
  );
}

function textOf(language: Language, project: string, misplaced: readonly MisplacedImport[]): string {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const lines = misplaced
    .slice(0, MAX_NAMED)
    .map(({ fileName, crs, metres }) =>
      sentence(language, 'imports.offset.file', { file: fileName, crs, metres: number.format(metres) }),
    );
  const others = misplaced.length - lines.length;
  return [
    sentence(language, 'imports.offset.text', { project }),
    ...lines,
    ...(others > 0 ? [sentence(language, 'imports.offset.others', { count: others })] : []),
    sentence(language, 'imports.offset.advice'),
  ].join('\n');
}
