import type { PointSource, Triple } from '../points.ts';
import { GRID, type Cube } from './cube.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { Range, Statistics } from './statistics.ts';

/** metadata.json of Potree 2.0. */
export function metadataOf(
  { scale, offset }: Pick<PointSource, 'scale' | 'offset'>,
  cube: Cube,
  found: Statistics,
  hierarchy: Hierarchy,
  projection: string,
) {
  const place = (integers: Triple) => integers.map((value, i) => value * scale[i]! + offset[i]!);
  const min = place(cube.min);
  return {
    version: '2.0',
    name: '',
    description: '',
    points: found.count,
    projection,
    hierarchy: {
      firstChunkSize: hierarchy.firstPageBytes,
      stepSize: hierarchy.pageLevels,
      depth: hierarchy.depth,
    },
    offset,
    scale,
    spacing: cube.edge / GRID,
    boundingBox: { min, max: min.map((value) => value + cube.edge) },
    encoding: 'DEFAULT',
    attributes: [
      attribute('position', 'int32', 4, place(found.bounds.min), place(found.bounds.max)),
      attribute('rgb', 'uint16', 2, [0, 0, 0], found.maxColour > 0 ? [255, 255, 255] : [0, 0, 0]),
      attribute('intensity', 'uint16', 2, ...ends(found.intensity)),
      { ...attribute('classification', 'uint8', 1, ...classesOf(found)), histogram: [...found.classes] },
      attribute('return number', 'uint8', 1, ...ends(found.returnNumber)),
      attribute('number of returns', 'uint8', 1, ...ends(found.returns)),
      attribute('point source id', 'uint16', 2, ...ends(found.source)),
      attribute('gps-time', 'double', 8, ...ends(found.time)),
    ],
  };
}

function attribute(name: string, type: string, elementSize: number, min: number[], max: number[]) {
  const numElements = min.length;
  return { name, description: '', size: elementSize * numElements, numElements, elementSize, type, min, max };
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
const ends = ({ min, max }: Range): [number[], number[]] => [[finite(min)], [finite(max)]];

function classesOf({ classes }: Statistics): [number[], number[]] {
  const used = [...classes.keys()].filter((one) => classes[one]! > 0);
  return [[used[0] ?? 0], [used.at(-1) ?? 0]];
}
