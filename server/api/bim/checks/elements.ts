import { IdsModel } from '../ids/model.ts';
import { readMeshes, type ElementMesh } from '../shapes/meshes.ts';
import { nameOf, type ElementName } from './element-info.ts';

/** The elements of a file that have a shape, without rooms and openings, with their names in the same order. */
export async function readElements(ifc: Buffer): Promise<{ meshes: ElementMesh[]; names: ElementName[] }> {
  const model = new IdsModel(ifc);
  const meshes: ElementMesh[] = [];
  const names: ElementName[] = [];
  for (const mesh of await readMeshes(ifc)) {
    const thing = model.get(mesh.line);
    if (!thing || !model.schema.isA(thing.type, 'IFCELEMENT') || mesh.indices.length === 0) continue;
    meshes.push(mesh);
    names.push(nameOf(model, thing));
  }
  return { meshes, names };
}
