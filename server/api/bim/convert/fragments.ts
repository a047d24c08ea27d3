import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { GeomsFbUtils, IfcImporter, Model } from '@thatopen/fragments';
import { ByteBuffer } from 'flatbuffers';
import { UnusableIfc } from '../../../formats/ifc/unusable-ifc.ts';

const WASM = `${path.dirname(createRequire(import.meta.url).resolve('web-ifc/web-ifc-node.wasm'))}/`;

/**
 * The importer rounds the x axis of every placement to a thousandth, which moves the end of a wall of ten metres that is
 * turned by 30° by a quarter of a millimetre, and others by up to five. Nothing else asks for exactly this precision.
 */
const COARSE = 1000;
const { round } = GeomsFbUtils;
GeomsFbUtils.round = (value: number, precision: number) =>
  round(value, precision === COARSE ? 1e7 : precision);

export type Triple = [number, number, number];

/** The importer as it is used here: nothing far is left out, elevations stay as authored. */
export function importerOf(): IfcImporter {
  const importer = new IfcImporter();
  importer.wasm = { path: WASM, absolute: true };
  importer.distanceThreshold = null;
  importer.replaceStoreyElevation = false;
  importer.replaceSiteElevation = false;
  // As it is, but for the last digit, which tells it from COARSE.
  importer.geometryProcessSettings.planePrecision = COARSE + 1e-9;
  return importer;
}

/** Makes fragments, not compressed yet, of an IFC file. Throws UnusableIfc. */
export async function makeFragments(file: string, progress: (part: number) => void): Promise<Uint8Array> {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const readCallback = (offset: number, length: number): Uint8Array => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, offset));
    };
    return await importerOf().process({
      readFromCallback: true,
      readCallback,
      raw: true,
      progressCallback: (part) => progress(part),
    });
  } catch (thrown) {
    throw asUnusable(thrown);
  } finally {
    closeSync(handle);
  }
}

/** What web-ifc and the importer throw at files that are not as they should be. */
function asUnusable(thrown: unknown): unknown {
  if (thrown instanceof WebAssembly.RuntimeError || typeof thrown === 'number')
    return new UnusableIfc('not-readable', { reason: thrown instanceof Error ? thrown.message : 'web-ifc' });
  if (thrown instanceof RangeError && /call stack/i.test(thrown.message))
    return new UnusableIfc('nested-too-deep');
  if (thrown instanceof TypeError || thrown instanceof RangeError || thrown instanceof Error)
    return new UnusableIfc('not-readable', { reason: thrown.message.split('\n')[0]!.slice(0, 200) });
  return thrown;
}

/** Local ids of all items, of which those with a GlobalId are things of the file. */
export function itemsOf(bytes: Uint8Array): { localIds: Uint32Array; shapes: number } {
  const model = Model.getRootAsModel(new ByteBuffer(bytes));
  return {
    localIds: model.localIdsArray() ?? new Uint32Array(),
    shapes: model.meshes()?.meshesItemsLength() ?? 0,
  };
}

/** Where the zero of fragments is, in the axes of the file: what the importer has moved to it. */
export function originOf(bytes: Uint8Array): Triple {
  const at = Model.getRootAsModel(new ByteBuffer(bytes)).meshes()?.coordinates()?.position();
  // y is up there, and `coordinates` is what was added. No negative zero.
  return at ? [0 - at.x(), at.z(), 0 - at.y()] : [0, 0, 0];
}

/**
 * Moves fragments so that their zero is at `origin` of the axes of the file. Positions of items are doubles, so that
 * nothing is lost; alignments and grids, which are few, have theirs in text and stay.
 */
export function moveTo(bytes: Uint8Array, origin: Triple): void {
  const before = originOf(bytes);
  const shift: Triple = [before[0] - origin[0], before[2] - origin[2], origin[1] - before[1]];
  if (shift.every((one) => one === 0)) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const meshes = Model.getRootAsModel(new ByteBuffer(bytes)).meshes();
  const move = (at: number) => {
    for (const [i, by] of shift.entries())
      view.setFloat64(at + i * 8, view.getFloat64(at + i * 8, true) + by, true);
  };
  const coordinates = meshes?.coordinates();
  if (!meshes || !coordinates) return;
  move(coordinates.position()!.bb_pos);
  for (let i = 0; i < meshes.globalTransformsLength(); i++)
    move(meshes.globalTransforms(i)!.position()!.bb_pos);
}
