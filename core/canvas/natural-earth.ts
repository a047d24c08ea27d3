import type { Observable } from 'rxjs';
import { brushOf } from './brush.ts';
import { detailsFor, loaded$, loadTiles, tilesIn, type EarthTile } from './earth-tiles.ts';
import { boxesMeet, type ProjectedExtent } from './flat.ts';
import { currentTheme } from './theme.ts';
import { eastingOf, northingOf, positionOf } from './mercator.ts';
import { paint, useBrush } from './paint.ts';
import type { Sheet } from './sheet.ts';

const PALETTE = {
  light: { sea: '#dbe6ea', land: '#f3f2ec', coast: '#a9b7bb', border: '#c9c2b4', grid: '#1d3c4718' },
  dark: { sea: '#0d1518', land: '#1a2023', coast: '#3a4a50', border: '#343b3d', grid: '#cfe6ee14' },
} as const;

/** Degrees between graticule lines; the smallest step with the minimum spacing is used. */
const SECOND = 1 / 3_600;
const STEPS: readonly number[] = [
  ...[0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes / 60),
  ...[1, 2, 5, 10, 15, 30],
];
/** Each step is a multiple of the one before, so that lines continue where tiles of several scales meet. */
export const NESTED_STEPS: readonly number[] = [
  ...[0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30].map((seconds) => seconds * SECOND),
  ...[1, 5, 10, 30].map((minutes) => minutes / 60),
  ...[1, 5, 10, 30],
];
/** Minimum spacing of graticule lines, CSS pixels. */
const MIN_SPACING = 140;

/** Draws land, coasts and borders from the Natural Earth data that comes with the workbench, and a graticule. */
export class NaturalEarth {
  readonly #steps: readonly number[];

  constructor(steps = STEPS) {
    this.#steps = steps;
  }

  /** The boxes, EPSG:3857 metres, of data that has just been loaded. */
  get loaded$(): Observable<ProjectedExtent> {
    return loaded$;
  }

  /** Fetches what is missing in a box for `resolution`: EPSG:3857 metres per CSS pixel. */
  load(resolution: number, box: ProjectedExtent): Promise<void> {
    return loadTiles(detailsFor(resolution)[0]!, box);
  }

  /** Paints a box with what is loaded: where it is not all there, with coarser data. */
  paint(context: CanvasRenderingContext2D, sheet: Sheet, box: ProjectedExtent, resolution: number): void {
    const palette = PALETTE[currentTheme()];
    const ratio = sheet.scale * resolution;
    context.fillStyle = palette.sea;
    context.fillRect(0, 0, sheet.width, sheet.height);
    const tiles = bestTiles(resolution, box);
    const draw = (part: 'land' | 'coasts' | 'borders', style: Parameters<typeof brushOf>[0]) => {
      const brush = brushOf(style, ratio);
      useBrush(context, brush);
      for (const tile of tiles)
        for (const flat of tile[part]) if (boxesMeet(flat.box, box)) paint(context, flat, brush, sheet);
    };
    draw('land', { stroke: palette.land, width: 0, fill: palette.land });
    draw('coasts', { stroke: palette.coast, width: 0.75 });
    draw('borders', { stroke: palette.border, width: 1 });
    this.#graticule(context, sheet, box, palette.grid, resolution, ratio);
  }

  #graticule(
    context: CanvasRenderingContext2D,
    sheet: Sheet,
    box: ProjectedExtent,
    colour: string,
    resolution: number,
    ratio: number,
  ): void {
    const [west, south] = positionOf(box[0], box[1]);
    const [east, north] = positionOf(box[2], box[3]);
    const degrees = (MIN_SPACING * resolution) / eastingOf(1);
    const step = this.#steps.find((candidate) => candidate >= degrees) ?? this.#steps.at(-1)!;
    context.beginPath();
    for (let i = Math.ceil(Math.max(-180, west) / step); i * step <= Math.min(180, east); i++) {
      const x = Math.round((eastingOf(i * step) - sheet.west) * sheet.scale) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, sheet.height);
    }
    for (let i = Math.ceil(Math.max(-80, south) / step); i * step <= Math.min(80, north); i++) {
      const y = Math.round((sheet.north - northingOf(i * step)) * sheet.scale) + 0.5;
      context.moveTo(0, y);
      context.lineTo(sheet.width, y);
    }
    context.setLineDash([]);
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, ratio);
    context.stroke();
  }
}

/** Of the finest data that is there for the whole box; without any, what is there of the data that fits. */
function bestTiles(resolution: number, box: ProjectedExtent): readonly EarthTile[] {
  const details = detailsFor(resolution).map((detail) => tilesIn(detail, box));
  const best = details.find((tiles) => tiles.every((tile) => tile !== undefined)) ?? details[0]!;
  return best.filter((tile) => tile !== undefined);
}
