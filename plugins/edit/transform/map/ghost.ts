import { extentOf, runsOf, type MapObject } from '#core/document';
import type { MapView } from '#core/mapview';
import type { Position } from '#core/protocol';
import { transformed, type VertexTransform } from '../model/transforms.ts';

/** Maximum number of vertices transformed at every pointer move; for more only the frame around them is shown. */
const MAX_VERTICES = 4000;
const SLOT = 'transform';

/** The preview of transformed objects. */
export class Ghost {
  #counted: { objects: readonly MapObject[]; many: boolean } | undefined;

  constructor(
    readonly view: MapView,
    /** Draws these objects instead of those of the document. */
    readonly preview: (objects: readonly MapObject[]) => void,
  ) {}

  /**
   * Shows the preview. Returns false, without a preview, if the result is invalid. `asCopies`: the originals stay
   * visible.
   */
  show(objects: readonly MapObject[], place: VertexTransform, flips: boolean, asCopies: boolean): boolean {
    if (this.#many(objects)) return this.#frame(objects, place);
    const after = transformed(objects, place, flips);
    if (!after) {
      this.hide();
      return false;
    }
    const shown = asCopies ? after.map((object) => ({ ...object, id: `copy of ${object.id}` })) : after;
    this.preview(shown);
    return true;
  }

  hide(): void {
    this.preview([]);
    this.view.show(undefined, SLOT);
  }

  #many(objects: readonly MapObject[]): boolean {
    if (this.#counted?.objects !== objects) {
      let count = 0;
      for (const { location } of objects) {
        for (const { positions } of runsOf(location)) count += positions.length;
        if (count > MAX_VERTICES) break;
      }
      this.#counted = { objects, many: count > MAX_VERTICES };
    }
    return this.#counted.many;
  }

  #frame(objects: readonly MapObject[], place: VertexTransform): boolean {
    const [west, south, east, north] = frameOf(objects);
    const corners: Position[] = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore
    const [frame] =
      transformed([{ ...objects[0]!, location: { type: 'Polygon', coordinates: [corners] } }], place) ?? [];
    this.view.show(frame && { shapes: [{ geometry: frame.location, dashed: true }] }, SLOT);
    return frame !== undefined;
  }
}

/** Returns minLon, minLat, maxLon, maxLat of all objects. */
export function frameOf(objects: readonly MapObject[]): [number, number, number, number] {
  const frame: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { location } of objects) {
    const [west, south, east, north] = extentOf(location);
    frame[0] = Math.min(frame[0], west);
    frame[1] = Math.min(frame[1], south);
    frame[2] = Math.max(frame[2], east);
    frame[3] = Math.max(frame[3], north);
  }
  return frame;
}

/** Returns the minimum and maximum height of their vertices; undefined if none has a height. */
export function heightsOf(objects: readonly MapObject[]): [lowest: number, highest: number] | undefined {
  const range: [number, number] = [Infinity, -Infinity];
  for (const { location } of objects)
    for (const { positions } of runsOf(location))
      for (const [, , height] of positions) {
        if (height === undefined) continue;
        range[0] = Math.min(range[0], height);
        range[1] = Math.max(range[1], height);
      }
  return range[0] > range[1] ? undefined : range;
}
