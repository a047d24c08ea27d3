import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarseUrl from 'world-atlas/countries-110m.json?url';
import mediumUrl from 'world-atlas/countries-50m.json?url';
import fineUrl from 'world-atlas/countries-10m.json?url';
import type { Geometry, Position } from '#core/protocol';
import { brushOf } from './brush.ts';
import { boxesMeet, flatOf, type ProjectedExtent, type ProjectedGeometry } from './flat.ts';
import { currentTheme } from './theme.ts';
import { eastingOf, northingOf, positionOf, zoomOf } from './mercator.ts';
import { paint, useBrush } from './paint.ts';
import type { Sheet } from './sheet.ts';
import { splitLand } from './split-land.ts';

type EarthTopology = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

interface EarthGeometries {
  readonly land: readonly ProjectedGeometry[];
  /** Land that is split at the 180th meridian, and its coasts, which have no line there. */
  readonly splitLand: readonly ProjectedGeometry[];
  readonly splitCoasts: readonly ProjectedGeometry[];
  readonly borders: readonly ProjectedGeometry[];
}

/** The data sets, each with the zoom from which it is used. */
const DETAILS = [
  { from: 5.5, url: fineUrl },
  { from: 3, url: mediumUrl },
  { from: -Infinity, url: coarseUrl },
] as const;

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
  readonly #onChange: () => void;
  readonly #steps: readonly number[];
  readonly #requested = new Set<string>();
  readonly #loaded = new Map<string, EarthGeometries>();
  #resolution = 1;

  constructor(onChange: () => void, steps = STEPS) {
    this.#onChange = onChange;
    this.#steps = steps;
  }

  /**
   * Fetches the data for `resolution` (EPSG:3857 metres per CSS pixel) once; until it is loaded, `paint` uses what is
   * there.
   */
  loadDetail(resolution: number): void {
    this.#resolution = resolution;
    const { url } = DETAILS.find(({ from }) => zoomOf(resolution) >= from)!;
    if (this.#requested.has(url)) return;
    this.#requested.add(url);
    earthAt(url)
      .then((shapes) => {
        this.#loaded.set(url, shapes);
        this.#onChange();
      })
      .catch(() => this.#requested.delete(url));
  }

  paint(context: CanvasRenderingContext2D, sheet: Sheet, box: ProjectedExtent): void {
    const palette = PALETTE[currentTheme()];
    const ratio = sheet.scale * this.#resolution;
    context.fillStyle = palette.sea;
    context.fillRect(0, 0, sheet.width, sheet.height);
    const shapes = this.#finestLoaded();
    if (shapes) {
      const draw = (flats: readonly ProjectedGeometry[], style: Parameters<typeof brushOf>[0]) => {
        const brush = brushOf(style, ratio);
        useBrush(context, brush);
        for (const flat of flats) if (boxesMeet(flat.box, box)) paint(context, flat, brush, sheet);
      };
      const coast = { stroke: palette.coast, width: 0.75 };
      draw(shapes.splitLand, { stroke: palette.land, width: 0, fill: palette.land });
      draw(shapes.splitCoasts, coast);
      draw(shapes.land, { ...coast, fill: palette.land });
      draw(shapes.borders, { stroke: palette.border, width: 1 });
    }
    this.#graticule(context, sheet, box, palette.grid, ratio);
  }

  /** The data for this scale, or the finest data loaded. */
  #finestLoaded(): EarthGeometries | undefined {
    const zoom = zoomOf(this.#resolution);
    const fit = DETAILS.filter(({ from }) => zoom >= from).find(({ url }) => this.#loaded.has(url));
    const any = fit ?? DETAILS.find(({ url }) => this.#loaded.has(url));
    return any && this.#loaded.get(any.url);
  }

  #graticule(
    context: CanvasRenderingContext2D,
    sheet: Sheet,
    box: ProjectedExtent,
    colour: string,
    ratio: number,
  ): void {
    const [west, south] = positionOf(box[0], box[1]);
    const [east, north] = positionOf(box[2], box[3]);
    const degrees = (MIN_SPACING * this.#resolution) / eastingOf(1);
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

/** Shared by all maps: the finest data is large, and maps open and close. */
const earths = new Map<string, Promise<EarthGeometries>>();

function earthAt(url: string): Promise<EarthGeometries> {
  const known = earths.get(url);
  if (known) return known;
  const earth = fetch(url)
    .then((answer) => answer.json() as Promise<EarthTopology>)
    .then(shapesOf);
  earths.set(url, earth);
  earth.catch(() => earths.delete(url));
  return earth;
}

function shapesOf(world: EarthTopology): EarthGeometries {
  const land: ProjectedGeometry[] = [];
  const splitAreas: ProjectedGeometry[] = [];
  const splitCoasts: ProjectedGeometry[] = [];
  for (const { geometry } of feature(world, world.objects.land).features)
    for (const coordinates of polygonsOf(geometry as Geometry)) {
      const split = splitLand(coordinates);
      if (!split) land.push(flatOf({ type: 'Polygon', coordinates }));
      for (const area of split?.areas ?? []) splitAreas.push(flatOf({ type: 'Polygon', coordinates: area }));
      for (const coast of split?.coasts ?? [])
        splitCoasts.push(flatOf({ type: 'LineString', coordinates: coast }));
    }
  const inner = mesh(world, world.objects.countries, (a, b) => a !== b);
  const borders = inner.coordinates.map((coordinates) =>
    flatOf({ type: 'LineString', coordinates: coordinates as Position[] }),
  );
  return { land, splitLand: splitAreas, splitCoasts, borders };
}

/** Separate polygons, so that a tile draws only those near it. */
function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
}
