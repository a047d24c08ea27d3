/** SQL of the pose of a photo: of a row `f` of `files`, and the row `v` of `file_versions` that is its content. */

/** What a person has said, or what the photo says; a JSON null is neither. */
const said = (pose: string, fact: string) =>
  `case when f.details ? 'pose' then f.details->'pose'->'${pose}' else v.facts->'${fact}' end`;
export const jsonNumber = (json: string) => `(nullif(${json}, 'null'::jsonb))::text::float8`;

/** Without a place of its own, that of the track of its survey at its time. */
export const POSITION = `coalesce(nullif(${said('position', 'position')}, 'null'::jsonb),
  case when not f.details ? 'pose' then nullif(f.details->'onTrack'->'position', 'null'::jsonb) end)`;
export const HEADING = jsonNumber(said('heading', 'direction'));
export const HEADING_FROM = `case when f.details ? 'pose' then null else v.facts->>'directionFrom' end`;
export const PITCH = jsonNumber(said('pitch', 'pitch'));
export const FIELD_OF_VIEW = jsonNumber(`v.facts->'fieldOfView'`);
