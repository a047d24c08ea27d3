import { IfcAPI, LogLevel } from 'web-ifc';
import { Unusable } from '../../../base/unusable.ts';

/** The triangles of one element, in the axes of the file (z up), metres. */
export interface ElementMesh {
  /** Its line in the file. */
  line: number;
  positions: Float64Array;
  indices: Uint32Array;
}

const MAX_TRIANGLES = 30_000_000;

/** The shapes of all elements of a file but openings and rooms. Throws Unusable when they are too many. */
export async function readMeshes(bytes: Uint8Array): Promise<ElementMesh[]> {
  const api = new IfcAPI();
  await api.Init();
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  const model = api.OpenModel(bytes, { COORDINATE_TO_ORIGIN: false });
  const meshes: ElementMesh[] = [];
  let triangles = 0;
  try {
    api.StreamAllMeshes(model, ({ expressID, geometries }) => {
      const parts: { positions: Float64Array; indices: Uint32Array }[] = [];
      for (let i = 0; i < geometries.size(); i++) {
        const { geometryExpressID, flatTransformation } = geometries.get(i);
        const geometry = api.GetGeometry(model, geometryExpressID);
        const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
        const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
        triangles += indices.length / 3;
        parts.push({ positions: placed(vertices, flatTransformation), indices: indices.slice() });
        geometry.delete();
        if (triangles > MAX_TRIANGLES) throw new Unusable('bim.too-many-triangles', { max: MAX_TRIANGLES });
      }
      if (parts.length > 0) meshes.push({ line: expressID, ...joined(parts) });
    });
  } finally {
    api.CloseModel(model);
  }
  return meshes;
}

/** Six numbers per vertex, y up, become three, z up. */
function placed(vertices: Float32Array, m: readonly number[]): Float64Array {
  const positions = new Float64Array(vertices.length / 2);
  for (let from = 0, to = 0; from < vertices.length; from += 6, to += 3) {
    const [x, y, z] = [vertices[from]!, vertices[from + 1]!, vertices[from + 2]!];
    positions[to] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    positions[to + 2] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    positions[to + 1] = -(m[2]! * x + m[6]! * y + m[10]! * z + m[14]!);
  }
  return positions;
}

function joined(
  parts: readonly { positions: Float64Array; indices: Uint32Array }[],
): Omit<ElementMesh, 'line'> {
  const [only] = parts;
  if (parts.length === 1) return only!;
  const positions = new Float64Array(parts.reduce((sum, each) => sum + each.positions.length, 0));
  const indices = new Uint32Array(parts.reduce((sum, each) => sum + each.indices.length, 0));
  let [vertex, index] = [0, 0];
  for (const part of parts) {
    positions.set(part.positions, vertex);
    for (const each of part.indices) indices[index++] = each + vertex / 3;
    vertex += part.positions.length;
  }
  return { positions, indices };
}
