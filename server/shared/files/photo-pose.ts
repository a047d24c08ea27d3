/** SQL of the pose of a photo: of a row `f` of `files`, and the row `v` of `file_versions` that is its content. */

/** What a person has said, or what the photo says; a JSON null is neither. */
const said = (pose: string, fact: string) =>
  `case when f.details ? 'pose' then f.details->'pose'->'${pose}' else v.facts->'${fact}' end`;
export const jsonNumber = (json: string) => `(nullif(${json}, 'null'::jsonb))::text::float8`;

/** Without a place of its own, that of the track of its survey at its time. */
export const POSITION = `coalesce(nullif(${said('position', 'position')}, 'null'::jsonb),
  case when not f.details ? 'pose' then nullif(f.details->'onTrack'->'position', 'null'::jsonb) end)`;
const DECLINATION = jsonNumber(`v.facts->'declination'`);
const OF_PHOTO = `(${jsonNumber(`v.facts->'direction'`)} + coalesce(${DECLINATION}, 0))`;
/** Degrees, 0 to 360; from magnetic north it is turned to true north where the declination is known. */
export const HEADING = `case when f.details ? 'pose' then ${jsonNumber(`f.details->'pose'->'heading'`)}
  else ${OF_PHOTO} - 360 * floor(${OF_PHOTO} / 360) end`;
export const HEADING_FROM = `case when f.details ? 'pose' then null
  when ${DECLINATION} is not null then 'true' else v.facts->>'directionFrom' end`;
export const PITCH = jsonNumber(said('pitch', 'pitch'));
export const FIELD_OF_VIEW = jsonNumber(`v.facts->'fieldOfView'`);
