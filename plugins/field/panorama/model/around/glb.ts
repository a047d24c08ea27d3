/** The triangles of a glTF as the server writes those of BIM models: three numbers a corner, y up, metres. */
export function* trianglesOf(glb: ArrayBuffer): Generator<Float32Array> {
  const view = new DataView(glb);
  if (view.byteLength < 20 || view.getUint32(0, true) !== 0x46546c67)
    throw new Error('This is no binary glTF.');
  const length = view.getUint32(12, true);
  const {
    meshes = [],
    accessors = [],
    bufferViews = [],
  } = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, length))) as Gltf;
  const binary = 20 + length + 8;
  const read = (accessor: number) => {
    const { bufferView, count } = accessors[accessor]!;
    return { at: binary + (bufferViews[bufferView]!.byteOffset ?? 0), count };
  };
  for (const { attributes, indices } of meshes.flatMap(({ primitives }) => primitives)) {
    const { at, count } = read(attributes.POSITION);
    const positions = new Float32Array(glb.slice(at, at + count * 12));
    const corners = read(indices);
    const order = new Uint32Array(glb.slice(corners.at, corners.at + corners.count * 4));
    const triangles = new Float32Array(order.length * 3);
    order.forEach((corner, i) => triangles.set(positions.subarray(corner * 3, corner * 3 + 3), i * 3));
    yield triangles;
  }
}

interface Gltf {
  readonly meshes?: readonly {
    readonly primitives: readonly {
      readonly attributes: { readonly POSITION: number };
      readonly indices: number;
    }[];
  }[];
  readonly accessors?: readonly { readonly bufferView: number; readonly count: number }[];
  readonly bufferViews?: readonly { readonly byteOffset?: number }[];
}
