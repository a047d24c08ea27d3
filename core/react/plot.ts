import type { Extent } from '#core/document';
import type { Position } from '#core/protocol';

export interface Plot {
  areas: string;
  lines: string;
  points: readonly (readonly [number, number])[];
  /** Meridians and parallels at round numbers. */
  grid: string;
}

interface PlotFeature {
  geometry: { type: string; coordinates: unknown };
}

/** Maps degrees to pixels: equirectangular, true at the middle latitude. */
export interface PlotTransform {
  x(longitude: number): number;
  y(latitude: number): number;
  box: Extent;
}

/** Fits a box into an image with a margin; a single place gets a hundredth of a degree around it. */
export function frameOf(
  [west, south, east, north]: Extent,
  width: number,
  height: number,
  margin = 12,
): PlotTransform {
  const middle = (south + north) / 2;
  const shrink = Math.max(0.05, Math.cos((middle * Math.PI) / 180));
  const across = Math.max((east - west) * shrink, 1e-4);
  const up = Math.max(north - south, 1e-4);
  const scale = Math.min((width - 2 * margin) / across, (height - 2 * margin) / up);
  const centre = (west + east) / 2;
  const x = (longitude: number) => width / 2 + (longitude - centre) * shrink * scale;
  const y = (latitude: number) => height / 2 - (latitude - middle) * scale;
  const [halfWidth, halfHeight] = [width / 2 / scale / shrink, height / 2 / scale];
  return { x, y, box: [centre - halfWidth, middle - halfHeight, centre + halfWidth, middle + halfHeight] };
}

/** Features as SVG paths. */
export function plot(features: readonly PlotFeature[], frame: PlotTransform): Plot {
  let areas = '';
  let lines = '';
  const points: [number, number][] = [];
  const path = (run: readonly Position[], closed: boolean): string => {
    let text = '';
    for (const [i, [longitude, latitude]] of run.entries())
      text += `${i === 0 ? 'M' : 'L'}${frame.x(longitude).toFixed(1)} ${frame.y(latitude).toFixed(1)}`;
    return closed ? `${text}Z` : text;
  };
  const point = ([longitude, latitude]: Position) => points.push([frame.x(longitude), frame.y(latitude)]);
  for (const { geometry } of features) {
    const { type, coordinates } = geometry;
    if (type === 'Point') point(coordinates as Position);
    else if (type === 'MultiPoint') (coordinates as Position[]).forEach(point);
    else if (type === 'LineString') lines += path(coordinates as Position[], false);
    else if (type === 'MultiLineString')
      for (const run of coordinates as Position[][]) lines += path(run, false);
    else if (type === 'Polygon') for (const ring of coordinates as Position[][]) areas += path(ring, true);
    else if (type === 'MultiPolygon')
      for (const polygon of coordinates as Position[][][])
        for (const ring of polygon) areas += path(ring, true);
  }
  return { areas, lines, points, grid: gridOf(frame) };
}

function gridOf({ box: [west, south, east, north], x, y }: PlotTransform): string {
  const step = roundStep((east - west) / 4);
  let text = '';
  for (let m = Math.ceil(west / step) * step; m <= east; m += step)
    text += `M${x(m).toFixed(1)} ${y(north).toFixed(1)}V${y(south).toFixed(1)}`;
  for (let p = Math.ceil(south / step) * step; p <= north; p += step)
    text += `M${x(west).toFixed(1)} ${y(p).toFixed(1)}H${x(east).toFixed(1)}`;
  return text;
}

/** 1, 2 or 5 times a power of ten. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(size, 1e-6)));
  const times = size / power;
  return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}
