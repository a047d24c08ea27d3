import proj4 from 'proj4';
import type { PageRectangle } from '../paper.ts';

/** Degrees: west, south, east, north. */
export type MapExtent = readonly [number, number, number, number];

/** Maps longitude and latitude to the page. */
export interface MapFrame {
  box: PageRectangle;
  /** Scale denominator, true at the centre. */
  scale: number;
  /** Points on the page per metre on the ground. */
  pointsPerMetre: number;
  /** Extent shown, degrees; a little more at the corners. */
  extent: MapExtent;
  centre: readonly [number, number];
  projection: 'azimuthal' | 'cylindrical';
  toPage(longitude: number, latitude: number): [number, number];
}

const POINTS_PER_METRE_OF_PAPER = 72 / 0.0254;
/** Metres shown around a single point. */
const MIN_SPAN = 60;
/** Share of the map left free around its content. */
const MARGIN = 0.1;
/** Wider than this, a projection about the centre shows too little of the rest. */
const MAX_DEGREES = 50;
const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8, 10];

/** Fits a map of an extent into a box, at a round scale, north up at the centre. */
export function frameOf(shown: MapExtent, box: PageRectangle): MapFrame {
  const [west, south, east, north] = shown;
  const centre = [(west + east) / 2, (south + north) / 2] as const;
  const wide = east - west > MAX_DEGREES || north - south > MAX_DEGREES;
  const definition = wide
    ? `+proj=eqc +lat_ts=${Math.min(Math.abs(centre[1]), 60)} +lon_0=${centre[0]} +ellps=WGS84 +units=m`
    : `+proj=aeqd +lat_0=${centre[1]} +lon_0=${centre[0]} +ellps=WGS84 +units=m`;
  const converter = proj4('+proj=longlat +ellps=WGS84', definition);
  const place = (longitude: number, latitude: number) =>
    converter.forward<[number, number]>([longitude, Math.max(-89.99, Math.min(89.99, latitude))]);
  const [x0, y0] = place(...(centre as [number, number]));
  // Corners and midpoints of the sides: an arc may extend beyond its ends.
  const edge = [west, centre[0], east].flatMap((lon) =>
    [south, centre[1], north].map((lat) => place(lon, lat)),
  );
  const half = (axis: 0 | 1, middle: number) =>
    Math.max(...edge.map((point) => Math.abs(point[axis] - middle)));
  const [halfX, halfY] = [Math.max(half(0, x0), MIN_SPAN / 2), Math.max(half(1, y0), MIN_SPAN / 2)];
  const inner = 1 - 2 * MARGIN;
  const fitting = Math.min((box.width * inner) / (2 * halfX), (box.height * inner) / (2 * halfY));
  const scale = roundUp(POINTS_PER_METRE_OF_PAPER / fitting);
  const pointsPerMetre = POINTS_PER_METRE_OF_PAPER / scale;
  const [pageX, pageY] = [box.x + box.width / 2, box.y + box.height / 2];
  const toPage = (longitude: number, latitude: number): [number, number] => {
    const [x, y] = place(longitude, latitude);
    return [pageX + (x - x0) * pointsPerMetre, pageY - (y - y0) * pointsPerMetre];
  };
  const corner = (x: number, y: number) =>
    converter.inverse<[number, number]>([
      x0 + (x * box.width) / 2 / pointsPerMetre,
      y0 + (y * box.height) / 2 / pointsPerMetre,
    ]);
  const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => corner(x, y))).filter(isPlace);
  const range = (axis: 0 | 1) => around.map((point) => point[axis]);
  const extent: MapExtent = wide
    ? [-180, -90, 180, 90]
    : [Math.min(...range(0)), Math.min(...range(1)), Math.max(...range(0)), Math.max(...range(1))];
  return {
    box,
    scale,
    pointsPerMetre,
    extent,
    centre,
    projection: wide ? 'cylindrical' : 'azimuthal',
    toPage,
  };
}

const isPlace = (point: readonly number[]): boolean => point.every((value) => Number.isFinite(value));

function roundUp(scale: number): number {
  const power = 10 ** Math.floor(Math.log10(scale));
  return (STEPS.find((step) => step * power >= scale * 0.9999) ?? 10) * power;
}

/** The longest round length, in metres, whose scale bar fits into `max` points. */
export function roundLength({ pointsPerMetre }: MapFrame, max: number): number {
  const metres = max / pointsPerMetre;
  const power = 10 ** Math.floor(Math.log10(metres));
  return ([5, 2, 1].find((step) => step * power <= metres) ?? 1) * power;
}
