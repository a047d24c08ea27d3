import { NodeIO } from '@gltf-transform/core';
import {
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRMeshQuantization,
} from '@gltf-transform/extensions';
import draco3d from 'draco3d';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { expect, it } from 'vitest';
import { b3dm, boxGlb } from '../../testing/tileset.ts';
import { IDENTITY, moved } from './matrix.ts';
import { readModel } from './read-model.ts';
import { unpack } from './unpack.ts';

/** The box, written by gltf-transform with one of its compressions. */
async function packed(how: 'plain' | 'draco' | 'meshopt'): Promise<Buffer> {
  await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready]);
  const encoder = (draco3d as unknown as { createEncoderModule(): Promise<object> }).createEncoderModule();
  const io = new NodeIO()
    .registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization])
    .registerDependencies({
      'draco3d.encoder': await encoder,
      'draco3d.decoder': await draco3d.createDecoderModule(),
      'meshopt.encoder': MeshoptEncoder,
      'meshopt.decoder': MeshoptDecoder,
    });
  const document = await io.readBinary(new Uint8Array(boxGlb()));
  if (how === 'draco') document.createExtension(KHRDracoMeshCompression).setRequired(true);
  if (how === 'meshopt')
    document
      .createExtension(EXTMeshoptCompression)
      .setRequired(true)
      .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.FILTER });
  return Buffer.from(await io.writeBinary(document));
}

const none = () => Promise.reject(new Error('No file is named.'));

it.each(['plain', 'draco', 'meshopt'] as const)('reads the corners of a box, z up: %s', async (how) => {
  const { models, other } = unpack(b3dm(await packed(how)));
  expect(other).toEqual([]);
  const [mesh] = await readModel(models[0]!, moved([100, 200, 300]), false, none);
  expect(mesh!.triangles).toHaveLength(36);
  const along = (axis: number) => mesh!.positions.filter((_, i) => i % 3 === axis);
  const range = (axis: number) => [Math.min(...along(axis)), Math.max(...along(axis))];
  // 20 m by 20 m by 40 m; compressed coordinates are rounded to a hundredth here.
  for (const [axis, from, to] of [
    [0, 90, 110],
    [1, 190, 210],
    [2, 300, 340],
  ] as const) {
    // prettier-ignore
    const [low, high] = range(axis);
    expect(low).toBeCloseTo(from, 1);
    expect(high).toBeCloseTo(to, 1);
  }
});

it('reads a .gltf with its buffer beside it, and models within models', async () => {
  const glb = boxGlb();
  const jsonBytes = glb.readUInt32LE(12);
  const json = JSON.parse(glb.toString('utf8', 20, 20 + jsonBytes)) as { buffers: object[] };
  json.buffers[0] = { ...json.buffers[0], uri: 'box.bin' };
  const { models } = unpack(Buffer.from(JSON.stringify(json)));
  const asked: string[] = [];
  const [mesh] = await readModel(models[0]!, IDENTITY, false, (uri) => {
    asked.push(uri);
    return Promise.resolve(glb.subarray(28 + jsonBytes));
  });
  expect(asked).toEqual(['box.bin']);
  expect(mesh!.triangles).toHaveLength(36);

  const inner = b3dm(glb);
  const head = Buffer.alloc(16);
  head.write('cmpt', 'latin1');
  head.writeUInt32LE(1, 4);
  head.writeUInt32LE(16 + 2 * inner.length, 8);
  head.writeUInt32LE(2, 12);
  expect(unpack(Buffer.concat([head, inner, inner])).models).toHaveLength(2);
});

it('says what it does not read', async () => {
  expect(unpack(Buffer.from('pnts')).other).toEqual(['points']);
  expect(unpack(Buffer.from('i3dm')).other).toEqual(['instances']);
  expect(unpack(Buffer.from('b3dm\x01')).other).toEqual(['unreadable']);
  expect(unpack(Buffer.from('<html>')).other).toEqual(['unreadable']);
  const { models } = unpack(boxGlb().subarray(0, 600));
  await expect(readModel(models[0]!, IDENTITY, false, none)).rejects.toThrow();
});
