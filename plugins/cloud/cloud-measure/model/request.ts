import type { CloudMeasure, Position } from '#core/protocol';
import { amongShown } from '#core/shapes';
import type { CloudCoordinates, CloudLook, CloudView } from '#plugins/cloud/point-cloud/api';
import type { CloudMeasureKind } from './kinds.ts';

export type VolumeBaseKind = 'rim' | 'height' | 'cloud' | 'terrain';

/** Options of measurements, metres. */
export interface CloudChoices {
  /** Around a place, in which points are fitted. */
  readonly radius: number;
  readonly base: VolumeBaseKind;
  /** Of the base, in the heights of the cloud. */
  readonly height: number | undefined;
  /** Id of the cloud that is the base. */
  readonly baseCloud: string | undefined;
  /** Id of the terrain that is the base. */
  readonly baseTerrain: string | undefined;
  /** Undefined: from the spacing of the points. */
  readonly cell: number | undefined;
}

export const FIRST_CHOICES: CloudChoices = {
  radius: 0.3,
  base: 'rim',
  height: undefined,
  baseCloud: undefined,
  baseTerrain: undefined,
  cell: undefined,
};

/** What is needed of the view. */
export type MeasuredView = Pick<CloudView, 'unit' | 'eye' | 'toCloud' | 'toPixel' | 'rayAt' | 'mode'>;

/** Inside several clips means inside any of them, which one query cannot ask for. */
export function ignoresClips({ clips, clipMode }: CloudLook): boolean {
  return clipMode === 'inside' && clips.length > 1;
}

/** The requests for a measurement; undefined while a choice is missing. A distance asks for each of its points. */
export function requestsOf(
  kind: CloudMeasureKind,
  vertices: readonly Position[],
  choices: CloudChoices,
  view: MeasuredView,
  look: CloudLook,
): CloudMeasure[] | undefined {
  if (kind === 'distance')
    return vertices.flatMap((one) => requestOf('pick', [one], choices, view, look) ?? []);
  const request = requestOf(kind, vertices, choices, view, look);
  return request && [request];
}

function requestOf(
  kind: Exclude<CloudMeasureKind, 'distance'>,
  vertices: readonly Position[],
  choices: CloudChoices,
  view: MeasuredView,
  look: CloudLook,
): CloudMeasure | undefined {
  const among = amongShown(look);
  const places = vertices.map((vertex): [number, number, number] => [...view.toCloud(vertex)]);
  const radius = choices.radius / view.unit;
  const around = places.map((near) => ({ near, radius }));
  const ring = places.map(([x, y]): [number, number] => [x, y]);
  const cell = choices.cell === undefined ? {} : { cell: choices.cell / view.unit };
  switch (kind) {
    case 'pick':
      return { measure: 'pick', ray: rayTo(vertices[0]!, places[0]!, view), ...among };
    case 'plane':
    case 'axis':
      return { measure: kind, ...around[0]!, ...among };
    case 'edge':
    case 'corner':
      return { measure: kind, at: around, ...among };
    case 'ground':
      return { measure: 'ground', x: places[0]![0], y: places[0]![1], radius, ...among };
    case 'circle':
      return { measure: 'circle', points: places, ...among };
    case 'area':
      return { measure: 'area', ring, ...cell, ...among };
    case 'volume': {
      const base = baseOf(choices, view.unit);
      return base && { measure: 'volume', ring, base, ...cell, ...among };
    }
  }
}

function baseOf({ base, height, baseCloud, baseTerrain }: CloudChoices, unit: number) {
  if (base === 'rim') return { kind: 'rim' as const };
  if (base === 'height')
    return height === undefined ? undefined : { kind: 'height' as const, z: height / unit };
  if (base === 'terrain')
    return baseTerrain === undefined ? undefined : { kind: 'terrain' as const, terrainId: baseTerrain };
  return baseCloud === undefined ? undefined : { kind: 'cloud' as const, cloudId: baseCloud };
}

/** The cone of a pixel through a place, as long as it takes to pass it. */
function rayTo(vertex: Position, place: CloudCoordinates, view: MeasuredView) {
  const pixel = view.toPixel(vertex);
  const ray = pixel && view.rayAt(pixel);
  const origin = ray?.origin ?? view.eye.at;
  const between = place.map((value, i) => value - origin[i]!) as [number, number, number];
  const length = Math.hypot(...between);
  const direction = ray?.direction ?? between;
  return {
    kind: 'cone' as const,
    origin: [...origin] as [number, number, number],
    direction: [...direction] as [number, number, number],
    // A pixel of two CSS pixels: a finger does not hit one.
    angle: Math.min(60, (2 * (ray?.spread ?? 0) * 180) / Math.PI),
    radius: 2 * (ray?.radius ?? 0),
    length: length * 1.5 + 1,
  };
}
