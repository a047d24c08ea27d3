import type { BimQuantities, BimQuantityRow } from '#core/protocol';
import { IdsModel } from '../ids/model.ts';
import { propertySetsOf } from '../ids/properties.ts';
import { IdsUnits } from '../ids/units.ts';
import { measureMesh, type MeshMeasures } from '../shapes/measure-mesh.ts';
import { readMeshes } from '../shapes/meshes.ts';
import { materialOf, nameOf, storeyOf, typeOf } from './element-info.ts';

const MAX_ROWS = 100_000;
/** Names of declared quantities, the first that is there counts. */
const VOLUMES = ['NetVolume', 'GrossVolume'];
const FLOORS = ['NetArea', 'NetFloorArea', 'GrossArea', 'GrossFloorArea'];
const SIDES = ['NetSideArea', 'GrossSideArea'];
const IS_QUANTITY = /^IFC(AREA|VOLUME)MEASURE$/;

/** Quantities of all elements with a shape or with declared quantities. */
export async function takeQuantities(ifc: Buffer): Promise<BimQuantities> {
  const model = new IdsModel(ifc);
  const units = new IdsUnits(model);
  const measures = new Map<number, MeshMeasures>();
  for (const mesh of await readMeshes(ifc)) measures.set(mesh.line, measureMesh(mesh));
  const rows: BimQuantityRow[] = [];
  let isCut = false;
  for (const line of linesOf(model, measures)) {
    const thing = model.get(line);
    if (!thing) continue;
    if (rows.length >= MAX_ROWS) {
      isCut = true;
      break;
    }
    const declared = new Map<string, number>();
    for (const { properties } of propertySetsOf(model, units, thing))
      for (const { name, values } of properties)
        for (const { type, value } of values)
          if (typeof value === 'number' && IS_QUANTITY.test(type) && !declared.has(name))
            declared.set(name, value);
    const first = (names: readonly string[]) => {
      for (const each of names) if (declared.has(each)) return declared.get(each)!;
      return null;
    };
    const shape = measures.get(line);
    const row: BimQuantityRow = {
      ...nameOf(model, thing),
      type: typeOf(model, thing),
      storey: storeyOf(model, thing),
      material: materialOf(model, thing),
      volume: { declared: first(VOLUMES), computed: shape?.volume ?? null },
      floorArea: { declared: first(FLOORS), computed: shape?.upward ?? null },
      sideArea: { declared: first(SIDES), computed: shape?.side ?? null },
      surface: shape?.surface ?? null,
      isClosed: shape?.isClosed ?? false,
    };
    const isEmpty =
      !shape &&
      row.volume.declared === null &&
      row.floorArea.declared === null &&
      row.sideArea.declared === null;
    if (!isEmpty) rows.push(row);
  }
  return { rows, isCut };
}

/** Lines of all products, in the order of the file. */
function linesOf(model: IdsModel, measures: ReadonlyMap<number, MeshMeasures>): number[] {
  const lines = new Set(measures.keys());
  for (const type of model.file.types)
    if (model.schema.isA(type, 'IFCPRODUCT')) for (const id of model.file.idsOf(type)) lines.add(id);
  return [...lines].sort((a, b) => a - b);
}
