import { typeOfExtra } from '../extra-dimensions.ts';
import { NO_REST, type PointSource, type Triple } from '../points.ts';
import { GRID, type Cube } from './cube.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { RestColumns } from './octree-file.ts';
import type { Range, Statistics } from './statistics.ts';

/** metadata.json of Potree 2.0. */
export function metadataOf(
  { scale, offset, rest = NO_REST }: Pick<PointSource, 'scale' | 'offset' | 'rest'>,
  cube: Cube,
  found: Statistics,
  hierarchy: Hierarchy,
  projection: string,
  columns: RestColumns,
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
    /** What only this program reads. */
    rest: { colour: found.colour, leftOut: rest.leftOut, encoding: rest.encoding },
    attributes: [
      attribute('position', 'int32', 4, place(found.bounds.min), place(found.bounds.max)),
      attribute('rgb', 'uint16', 2, [0, 0, 0], found.maxColour > 0 ? [255, 255, 255] : [0, 0, 0]),
      attribute('intensity', 'uint16', 2, ...ends(found.intensity)),
      { ...attribute('classification', 'uint8', 1, ...classesOf(found)), histogram: [...found.classes] },
      attribute('return number', 'uint8', 1, ...ends(found.returnNumber)),
      attribute('number of returns', 'uint8', 1, ...ends(found.returns)),
      attribute('point source id', 'uint16', 2, ...ends(found.source)),
      attribute('gps-time', 'double', 8, ...ends(found.time)),
      ...restOf(found, columns, rest),
    ],
  };
}

/** The columns after those of every point, in the order of the file. */
function restOf(found: Statistics, columns: RestColumns, { nir, extras }: typeof NO_REST) {
  return [
    ...(columns.colourLow ? [attribute('rgb low', 'uint8', 1, [0, 0, 0], [255, 255, 255])] : []),
    ...(columns.angle ? [attribute('scan angle', 'int16', 2, ...ends(found.angle))] : []),
    ...(columns.user ? [attribute('user data', 'uint8', 1, ...ends(found.user))] : []),
    ...(columns.flags ? [attribute('point flags', 'uint8', 1, ...ends(found.flags))] : []),
    ...(nir ? [attribute('near infrared', 'uint16', 2, ...ends(found.nir))] : []),
    ...extras.map((extra, n) => {
      const { name: type, elements } = typeOfExtra(extra);
      const [min, max] = ends(found.extras[n]!);
      const { name, size, scale, offset, descriptor } = extra;
      // Least and greatest are those of the first element, as stored.
      const own = { ...attribute(name, type, size / elements, min, max), size, numElements: elements };
      return { ...own, scale, offset, descriptor: Buffer.from(descriptor).toString('base64') };
    }),
  ];
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
