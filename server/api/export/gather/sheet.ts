import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { MAX_SHEET_PAGES, type GeometryObject, type SheetRequest, type PaperBox } from '#core/protocol';
import { fittingScale, frameExtent, frameOutline, groundSize, planeAbout, planSheet } from '#core/sheets';
import { JobFailure } from '../../../platform/jobs/kind.ts';
import type { BoundingBox } from '../../../shared/geometries/box.ts';
import { boundsOf, runsOf } from '../../../formats/shapes.ts';
import { readSpool } from '../content/read-spool.ts';
import type { GroundLine, PlacedFrame, SheetPage, SheetTask } from '../content/sheet-task.ts';
import { nameOf } from '../documents/document-texts.ts';
import { framesAlong } from './frames-along.ts';
import { spoolObjects, type Spooling } from './spool.ts';
import type { TypeIds } from './ids.ts';

/** Share of a frame that an object fills at most. */
const FILLED = 0.9;
/** Parts of a side of a frame, whose extent is searched. */
const PARTS = 8;

/** An object that a page of an atlas is about, with its name. */
interface AtlasObject {
  readonly name: string;
  readonly location: GeometryObject['location'];
}

/** Reads the objects that an atlas is about, by name. */
export async function readAtlasObjects(spooling: Spooling, ids: readonly TypeIds[]): Promise<AtlasObject[]> {
  const folder = path.join(spooling.folder, 'atlas');
  await mkdir(folder);
  const types = await spoolObjects({ ...spooling, folder, progress: () => {} }, ids);
  const order = new Intl.Collator('en', { numeric: true });
  return types
    .flatMap(({ file, style }) =>
      [...readSpool(file)].map(({ id, properties, location }) => ({
        name: nameOf(id, properties, style),
        location,
      })),
    )
    .sort((a, b) => order.compare(a.name, b.name));
}

/** A sheet with the extent of all its frames; undefined: around the Earth. */
export interface PlannedSheet extends SheetTask {
  readonly extent: BoundingBox | undefined;
}

/**
 * The pages of a sheet with the places of their frames; `about`: the objects of its atlas. Throws JobFailure for too
 * many pages, and AppError where the CRS cannot be computed.
 */
export function plannedSheet(
  request: SheetRequest,
  crs: string,
  about: readonly AtlasObject[],
  profiles: ReadonlyMap<number, GroundLine>,
): PlannedSheet {
  const pages = pagesOf(request, crs, about);
  return { request, pages, profiles, extent: extentOf(request, crs, pages) };
}

function pagesOf(request: SheetRequest, crs: string, about: readonly AtlasObject[]): SheetPage[] {
  const { layout, atlas } = request;
  const plan = planSheet(layout, request.frames.length);
  if (!plan) throw new JobFailure('export.sheet.no-room');
  const frames = request.frames.map((frame): PlacedFrame => ({
    ...frame,
    scale: frame.scale ?? layout.scale,
  }));
  if (!atlas) return [{ frames, object: '' }];
  const [first, ...others] = frames as [PlacedFrame, ...PlacedFrame[]];
  const [box] = plan.frames as [PaperBox];
  const pages = about.flatMap(({ name, location }): SheetPage[] => {
    const placed =
      atlas.kind === 'line'
        ? framesAlong(crs, location, { frame: first, box, overlap: atlas.overlap, most: MAX_SHEET_PAGES + 1 })
        : [frameAt(crs, location, { frame: first, box, fit: atlas.fit })];
    return placed.map((frame) => ({ frames: [frame, ...others], object: name }));
  });
  if (pages.length === 0) throw new JobFailure(`export.sheet.atlas-${atlas.kind}`);
  if (pages.length > MAX_SHEET_PAGES)
    throw new JobFailure('export.sheet.too-many-pages', { most: MAX_SHEET_PAGES });
  return pages;
}

/** A frame about the middle of an object; at a smaller scale where it does not fit, if that is asked for. */
function frameAt(
  crs: string,
  location: GeometryObject['location'],
  { frame, box, fit }: { frame: PlacedFrame; box: PaperBox; fit: boolean },
): PlacedFrame {
  const { x, y } = boundsOf(location);
  const plane = planeAbout(crs, [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2]);
  const angle = (frame.rotation * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { positions } of runsOf(location))
    for (const position of positions) {
      const [east, north] = plane.toPlane(position);
      const [across, up] = [east * cos - north * sin, east * sin + north * cos];
      [left, right] = [Math.min(left, across), Math.max(right, across)];
      [low, high] = [Math.min(low, up), Math.max(high, up)];
    }
  const [across, up] = [(left + right) / 2, (low + high) / 2];
  const centre = plane.fromPlane([across * cos + up * sin, up * cos - across * sin]);
  const needed = fittingScale([(right - left) / FILLED, (high - low) / FILLED], box);
  return { centre, rotation: frame.rotation, scale: fit ? Math.max(needed, frame.scale) : frame.scale };
}

/** The extent of all frames of all pages; undefined where it goes around the Earth. */
function extentOf(request: SheetRequest, crs: string, pages: readonly SheetPage[]): BoundingBox | undefined {
  const plan = planSheet(request.layout, request.frames.length)!;
  let whole: [number, number, number, number] | undefined;
  for (const { frames } of pages)
    for (const [n, frame] of frames.entries()) {
      if (frame.content) continue;
      const plane = planeAbout(crs, frame.centre);
      const border = frameOutline(plane, frame, groundSize(plan.frames[n]!, frame.scale), PARTS);
      const [west, south, east, north] = frameExtent(border);
      // On the side of the first frame.
      const turn = whole ? 360 * Math.round((whole[0] - west) / 360) : 0;
      whole = whole
        ? [
            Math.min(whole[0], west + turn),
            Math.min(whole[1], south),
            Math.max(whole[2], east + turn),
            Math.max(whole[3], north),
          ]
        : [west, south, east, north];
    }
  const [west, south, east, north] = whole!;
  if (!(east - west < 360)) return undefined;
  return [onEarth(west), Math.max(-90, south), onEarth(east), Math.min(90, north)];
}

function onEarth(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360);
}
