import type { BimModel, BimPlacement, FilePlace, IfcHeader, Language } from '#core/protocol';
import { sentence } from '../../../base/language.ts';
import type { FoundLevel } from '../../../formats/ifc/georeference/found-level.ts';
import type { IfcNote } from '../../../formats/ifc/ifc-model.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { contentOf, type FileRow } from '../../../shared/files/store.ts';
import type { Triple } from '../convert/fragments.ts';
import { placementOf, type Placement } from '../place/georeference-of.ts';
import type { Located } from '../place/judged.ts';

/** What the conversion of a content has found (JSON in `bim_contents`). */
export interface BimFacts {
  elements: number;
  lengthUnit: number;
  box: { min: Triple; max: Triple } | null;
  origin: Triple;
  parts: { bytes: number; elements: number }[];
  isHull: boolean;
  notes: IfcNote[];
  levels: FoundLevel[];
}

export const partPath = (id: string, edition: number, part: number): string =>
  `/bim/${id}/fragments/${edition}/${part}`;

/** What a conversion tells of a content; of one that is not converted nothing. */
export function convertedOf(id: string, edition: number | null, facts: BimFacts | null, language: Language) {
  if (edition === null || facts === null)
    return { elementCount: null, lengthUnit: null, box: null, origin: null, parts: [], notes: [] };
  return {
    elementCount: facts.elements,
    lengthUnit: facts.lengthUnit,
    box: facts.box,
    origin: facts.origin,
    parts: facts.parts.map((part, i) => ({ part: i, path: partPath(id, edition, i), ...part })),
    notes: facts.notes.map(({ note, values }) => sentence(language, `bim.note.${note}`, values)),
  };
}

/** State and error of a content. */
export function stateOf(
  of: { edition: number | null; jobState: string | null; jobError: string | null; language: Language | null },
  name: string,
): Pick<BimModel, 'state' | 'error'> {
  if (of.jobState === 'queued') return { state: 'queued', error: null };
  if (of.jobState === 'running') return { state: 'converting', error: null };
  if (of.edition !== null && of.jobState !== 'failed') return { state: 'ready', error: null };
  if (of.jobState === 'failed') return { state: 'failed', error: of.jobError };
  const reason = of.jobState === 'cancelled' ? 'bim.cancelled' : 'bim.not-converted';
  return { state: 'failed', error: sentence(of.language ?? 'en', reason, { name }) };
}

/** A model as the API returns it, but for its georeference, which has to be computed. */
export function modelOf(row: FileRow): BimModel {
  const header = row.facts as IfcHeader;
  const { bim } = row;
  const made = bim?.made ?? null;
  const language = bim?.language ?? 'en';
  const edition = made?.content === row.content ? made.edition : null;
  return {
    ...contentOf(row),
    surveyId: row.surveyId,
    center: (row.details['center'] as FilePlace | undefined) ?? null,
    header,
    ...stateOf(
      { edition, jobState: bim?.jobState ?? null, jobError: bim?.jobError ?? null, language },
      row.name,
    ),
    jobId: bim?.jobId ?? null,
    schema: header.schema,
    content: made?.content ?? null,
    ...convertedOf(row.id, made?.edition ?? null, (made?.facts as BimFacts | undefined) ?? null, language),
    georeference: null,
    placement: chosenLevel(row),
  };
}

const chosenLevel = ({ details }: FileRow): BimPlacement | null =>
  (details['placement'] as BimPlacement | undefined) ?? null;

/** What the coordinates of a model are: metres along the axes of its file, whatever its content. */
export const BASIS = 'ifc metres';

/** What says where a model stands; null before its first conversion. `as` its file says, or as a person has set it. */
async function locatedOf(db: Queries, row: FileRow, as: 'file' | 'set'): Promise<Located | null> {
  const facts = row.bim?.made?.facts as BimFacts | undefined;
  if (!facts) return null;
  const [project] = await db.query<{ crs: string }>('select crs from projects where id = $1', [
    row.projectId,
  ]);
  const newest = row.georeference;
  const isSet = as === 'set' && newest?.basis === BASIS && newest.georeference.found !== 'file';
  return {
    levels: facts.levels,
    box: facts.box,
    center: (row.details['center'] as FilePlace | undefined) ?? null,
    placement: chosenLevel(row),
    set: isSet ? newest.georeference : null,
    projectCrs: project?.crs ?? null,
  };
}

/** Where a model stands; null before its first conversion. */
export async function placeOf(
  db: Queries,
  row: FileRow,
  language: Language,
  as: 'file' | 'set' = 'set',
): Promise<Placement | null> {
  const located = await locatedOf(db, row, as);
  return located && placementOf(located, language);
}

/** A model with its georeference. */
export async function placedModel(db: Queries, row: FileRow, language: Language): Promise<BimModel> {
  const place = await placeOf(db, row, language);
  return { ...modelOf(row), georeference: place?.georeference ?? null };
}
