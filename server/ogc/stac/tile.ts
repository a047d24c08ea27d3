import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { GeometryCommands } from '../../formats/mvt/geometry-commands.ts';
import { BUFFER, envelope, EXTENT, FINE, toTile, type TileAddress } from '../../formats/mvt/grid.ts';
import { TileWriter } from '../../formats/mvt/mvt.ts';
import type { Queries } from '../../platform/db/database.ts';
import { readDrawnPictures, type DrawnPicture } from './pictures.ts';

/** From this zoom on, a tile has the single pictures. */
export const PICTURES_FROM = 15;
/** Metres: pictures farther apart are not joined by a line, since nobody knows the way between. */
const GAP = 100;
/** Metres of a degree of latitude, roughly: enough to see what is near. */
const METRES_PER_DEGREE = 111_000;
/** Most pictures of one tile, whose memory and time stay bearable; assumed. */
const MAX_PICTURES = 200_000;

/**
 * Vector tile of the layers `sequences` (lines, every zoom) and `pictures` (points), as Panoramax names them. Throws 422 where
 * there are too many pictures for one tile: it is never drawn with some of them only.
 */
export async function makePictureTile(
  db: Queries,
  caller: Caller,
  projectId: string | undefined,
  tile: TileAddress,
): Promise<Buffer> {
  const [west, south, east, north] = envelope(tile);
  const up = GAP / METRES_PER_DEGREE;
  const aside = up / Math.max(0.01, Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180));
  const box = [west - aside, south - up, east + aside, north + up] as const;
  const choice = { box, onTrack: tile.z < PICTURES_FROM };
  const { pictures, matched } = await readDrawnPictures(db, caller, projectId, choice, MAX_PICTURES);
  if (matched > MAX_PICTURES)
    throw new HttpError(422, 'stac.too-many-pictures', { count: matched, max: MAX_PICTURES });
  return drawPictures(pictures, tile);
}

export function drawPictures(pictures: readonly DrawnPicture[], tile: TileAddress): Buffer {
  const writer = new TileWriter();
  const project = toTile(tile);
  const at = pictures.map(({ position: [longitude, latitude] }) => {
    const place = new Float64Array(2);
    project(longitude, latitude, place, 0);
    return [Math.round(place[0]!), Math.round(place[1]!)] as const;
  });
  drawSequences(writer, pictures, at);
  if (tile.z >= PICTURES_FROM) drawPoints(writer, pictures, at);
  return writer.finish();
}

type Places = readonly (readonly [number, number])[];

function drawSequences(writer: TileWriter, pictures: readonly DrawnPicture[], at: Places): void {
  const layer = writer.layer('sequences');
  const commands = new GeometryCommands();
  let run: number[] = [];
  const end = (last: number) => {
    if (run.length >= 4) {
      const { sequence, takenAt, kind } = pictures[last]!;
      commands.begin();
      commands.line(Int32Array.from(run), run.length);
      layer.tag('id', sequence);
      layer.tag('type', typeOf(kind));
      if (takenAt) layer.tag('date', takenAt.slice(0, 10));
      layer.feature({ type: commands.type, commands: commands.commands.slice() });
    }
    run = [];
  };
  for (const [i, picture] of pictures.entries()) {
    const joins = i > 0 && isNext(pictures[i - 1]!, picture);
    if (!joins && i > 0) end(i - 1);
    // Photos of one survey that lie along no track are not a way.
    if (picture.track === null) continue;
    const [x, y] = at[i]!;
    const isLast = !pictures[i + 1] || !isNext(picture, pictures[i + 1]!);
    const near = Math.max(Math.abs(x - (run.at(-2) ?? Infinity)), Math.abs(y - (run.at(-1) ?? Infinity)));
    if (near > FINE || isLast) run.push(x, y);
  }
  if (pictures.length > 0) end(pictures.length - 1);
}

function drawPoints(writer: TileWriter, pictures: readonly DrawnPicture[], at: Places): void {
  const layer = writer.layer('pictures');
  const commands = new GeometryCommands();
  for (const [i, { id, kind, sequence, heading, takenAt, camera }] of pictures.entries()) {
    const [x, y] = at[i]!;
    if (Math.min(x, y) < -BUFFER || Math.max(x, y) > EXTENT + BUFFER) continue;
    commands.begin();
    commands.point(x, y);
    commands.end();
    layer.tag('id', id);
    layer.tag('type', typeOf(kind));
    layer.tag('first_sequence', sequence);
    layer.tag('sequences', JSON.stringify([sequence]));
    if (heading !== null) layer.tag('heading', Math.round(heading) % 360);
    if (takenAt) layer.tag('ts', takenAt);
    if (camera) layer.tag('model', camera);
    layer.feature({ type: commands.type, commands: commands.commands.slice() });
  }
}

const typeOf = (kind: DrawnPicture['kind']) => (kind === 'panoramic' ? 'equirectangular' : 'flat');

function isNext(one: DrawnPicture, next: DrawnPicture): boolean {
  if (next.before !== one.id || one.track === null || one.track !== next.track) return false;
  const [[x, y], [toX, toY]] = [one.position, next.position];
  const east = (toX - x) * Math.cos((y * Math.PI) / 180);
  return Math.hypot(east, toY - y) * METRES_PER_DEGREE <= GAP;
}
