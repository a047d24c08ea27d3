import { searchFiles, type FoundFile } from '#core/protocol';
import { route } from '../../http/context.ts';
import { addParam } from '../../platform/db/params.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { visibleFiles } from '../../shared/files/scope.ts';
import { cleaned } from '../../base/clean-text.ts';
import { wordsQuery } from '../../shared/files/texts.ts';

const MOST = 20;
/** Characters of a text in which the excerpt is looked for. */
const EXCERPT_FROM = 200_000;
const EXCERPT = 'MaxFragments=1, MaxWords=14, MinWords=6, StartSel="", StopSel=""';

/** Words in the texts of documents, and in their names, folders and tags. */
export const searchRoute = route(searchFiles, async ({ headers, query, caller, language, services }) => {
  const { projectid: projectId } = headers;
  await requireProject(services.db, caller, projectId);
  const params: unknown[] = [projectId];
  const words = wordsQuery(query.text, params);
  const like = addParam(
    params,
    `%${cleaned(query.text)
      .trim()
      .replace(/[\\%_]/g, '\\$&')}%`,
  );
  const named = `(f.name ilike ${like} or f.folder ilike ${like} or array_to_string(f.tags, ' ') ilike ${like})`;
  const grammar = language === 'it' ? 'italian' : 'english';
  return services.db.query<FoundFile>(
    `select id, name, media_type as "mediaType", geometry_id as "geometryId",
       case when found then ts_headline('${grammar}', left(content, ${EXCERPT_FROM}), query, '${EXCERPT}') else '' end as excerpt
     from (
       select f.id, f.name, f.geometry_id, v.media_type, t.content, q.query, coalesce(t.words @@ q.query, false) as found
       from files f join file_versions v on v.file_id = f.id and v.version = f.content
         left join file_texts t on t.file_id = f.id and t.version = f.content, (select ${words} as query) q
       where f.kind = 'document' and f.project_id = $1::uuid and (${named} or t.words @@ q.query)
         and ${visibleFiles(caller, 'f', params)}
       order by ${named} desc, ts_rank(t.words, q.query) desc nulls last, lower(f.name), f.id limit ${MOST}
     ) best`,
    params,
  );
});
