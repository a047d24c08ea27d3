import { clipLine, clipRing } from '#core/shapes';
import { boxAround, growBox, type ProjectedExtent, type ProjectedGeometry } from './flat.ts';

interface Excerpt {
  readonly region: ProjectedExtent;
  readonly flat: ProjectedGeometry;
}

/** Coordinates up to which it is not worth it. */
const FEW = 400;
/** How far an excerpt reaches beyond the box, in widths of the box. */
const MARGIN = 6;

const excerpts = new WeakMap<ProjectedGeometry, Excerpt>();

/**
 * The part of a large line or area around `box` (EPSG:3857 metres): a country has thousands of vertices, and a map of a
 * street few of them. It is kept while the map moves near.
 */
export function excerptOf(flat: ProjectedGeometry, box: ProjectedExtent): ProjectedGeometry {
  if (flat.coordinates.length <= FEW || flat.kind === 'points') return flat;
  const known = excerpts.get(flat);
  if (known && contains(known.region, box)) return known.flat;
  const region = growBox(box, MARGIN * Math.max(box[2] - box[0], box[3] - box[1]));
  const excerpt = { region, flat: contains(region, flat.box) ? flat : clip(flat, region) };
  excerpts.set(flat, excerpt);
  return excerpt.flat;
}

function clip({ kind, coordinates, ends }: ProjectedGeometry, region: ProjectedExtent): ProjectedGeometry {
  const runs: number[][] = [];
  let start = 0;
  for (const end of ends) {
    const run = Array.from({ length: end - start }, (_, i) => coordinates[start + i]!);
    start = end;
    if (kind === 'lines') runs.push(...clipLine(run, region));
    else runs.push(clipRing(run, region));
  }
  const left = runs.filter(({ length }) => length >= (kind === 'areas' ? 6 : 4));
  const flat = left.flat();
  let end = 0;
  return { kind, coordinates: flat, ends: left.map(({ length }) => (end += length)), box: boxAround(flat) };
}

function contains(outer: ProjectedExtent, inner: ProjectedExtent): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];
}
