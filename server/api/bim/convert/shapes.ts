import { closeSync, openSync, writeSync } from 'node:fs';
import { SingleThreadedFragmentsModel } from '@thatopen/fragments';
import { Matrix3, Vector3 } from 'three';
import type { Triple } from './fragments.ts';
import { GlbWriter } from './glb.ts';
import { OutlineMaker, type Polygons } from './outline.ts';

/** Shapes that are not the building itself. */
const NOT_SEEN = [
  /^IFCSPACE$/,
  /^IFCOPENINGELEMENT$/,
  /^IFCANNOTATION$/,
  /^IFCGRID$/,
  /^IFCVIRTUALELEMENT$/,
  /^IFCSPATIALZONE$/,
];
/** Seen, but not part of its outline. */
const GROUND = [/^IFCSITE$/, /^IFCGEOGRAPHICELEMENT$/, /^IFCEARTHWORKS/];
/** Most triangles of a part on the globe; of a larger one the small elements are left out. */
const MAX_TRIANGLES = 2_000_000;

/** A line of the file of shapes: number of the line in the IFC file, box in its axes, triangles, their area. */
export type ShapeRow = [number, number, number, number, number, number, number, number, number];

export interface Shapes {
  elements: number;
  triangles: number;
  box: { min: Triple; max: Triple } | null;
  outline: Polygons;
  isHull: boolean;
  /** Elements left out on the globe. */
  leftOut: number;
}

/**
 * Goes through all shapes of a part: writes their boxes to `rows` and those that are seen to `glb`, and joins their
 * outline with that of the parts before.
 */
export function walkShapes(
  fragments: Uint8Array,
  origin: Triple,
  { rows, glb }: { rows: string; glb: string },
  before: Polygons,
  progress: (part: number) => void,
): Shapes {
  const model = new SingleThreadedFragmentsModel('part', fragments, true);
  const out = openSync(rows, 'w');
  const writer = new GlbWriter();
  try {
    const of = (forms: RegExp[]) => new Set(Object.values(model.getItemsOfCategories(forms)).flat());
    const [unseen, ground] = [of(NOT_SEEN), of(GROUND)];
    const ids = model.getItemsWithGeometry();
    const outline = new OutlineMaker(
      before,
      ids.every((id) => unseen.has(id) || ground.has(id)),
    );
    const [materials, samples] = [model.getMaterials(), model.getSamples()];
    const [low, high]: [Triple, Triple] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ];
    let triangles = 0;
    let leftOut = 0;
    const point = new Vector3();
    const turn = new Matrix3();
    for (const [i, id] of ids.entries()) {
      if (i % 200 === 0) progress(i / ids.length);
      const [min, max]: [Triple, Triple] = [
        [Infinity, Infinity, Infinity],
        [-Infinity, -Infinity, -Infinity],
      ];
      let own = 0;
      let area = 0;
      const drawn: {
        positions: Float64Array;
        normals: Float32Array;
        indices: ArrayLike<number>;
        color: number[];
      }[] = [];
      for (const { positions, indices, normals, transform, sampleId } of model.getItemsGeometry([id])[0] ??
        []) {
        if (!positions || !indices) continue;
        const placed = new Float64Array(positions.length);
        const turned = new Float32Array(positions.length);
        turn.getNormalMatrix(transform);
        for (let at = 0; at < positions.length; at += 3) {
          point.set(positions[at]!, positions[at + 1]!, positions[at + 2]!).applyMatrix4(transform);
          placed[at] = point.x;
          placed[at + 1] = point.y;
          placed[at + 2] = point.z;
          const here: Triple = [point.x + origin[0], origin[1] - point.z, point.y + origin[2]];
          for (let k = 0; k < 3; k++) {
            if (here[k]! < min[k]!) min[k] = here[k]!;
            if (here[k]! > max[k]!) max[k] = here[k]!;
          }
          if (!normals) continue;
          point
            .set(normals[at]!, normals[at + 1]!, normals[at + 2]!)
            .applyMatrix3(turn)
            .normalize();
          turned.set([point.x, point.y, point.z], at);
        }
        own += indices.length / 3;
        area += areaOf(placed, indices);
        const material = samples.get(sampleId!) && materials.get(samples.get(sampleId!)!.material);
        const { r, g, b, a } = material ?? { r: 200, g: 200, b: 200, a: 255 };
        drawn.push({ positions: placed, normals: turned, indices, color: [r, g, b, a ?? 255] });
      }
      if (own === 0) continue;
      const row: ShapeRow = [id, ...min.map(rounded), ...max.map(rounded), own, rounded(area)] as ShapeRow;
      writeSync(out, `${JSON.stringify(row)}\n`);
      triangles += own;
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, min[k]!);
        high[k] = Math.max(high[k]!, max[k]!);
      }
      if (unseen.has(id)) continue;
      if (writer.triangles + own > MAX_TRIANGLES) leftOut++;
      else for (const one of drawn) writer.add(one, id);
      outline.add(drawn, ground.has(id));
    }
    writer.write(glb);
    return {
      elements: ids.length,
      triangles,
      box: triangles > 0 ? { min: low, max: high } : null,
      ...outline.finish(origin),
      leftOut,
    };
  } finally {
    closeSync(out);
    model.dispose();
  }
}

/** To a hundredth of a millimetre, the resolution of fragments. */
const rounded = (value: number) => Math.round(value * 1e5) / 1e5;

function areaOf(positions: Float64Array, indices: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3];
    const [ux, uy, uz] = [
      positions[b]! - positions[a]!,
      positions[b + 1]! - positions[a + 1]!,
      positions[b + 2]! - positions[a + 2]!,
    ];
    const [vx, vy, vz] = [
      positions[c]! - positions[a]!,
      positions[c + 1]! - positions[a + 1]!,
      positions[c + 2]! - positions[a + 2]!,
    ];
    sum += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return sum;
}
