import { readFile } from 'node:fs/promises';
import type { Triple } from '#core/geodesy';
import type { BimCheckResult, BimDeviations } from '#core/protocol';
import { Unusable } from '../../../base/unusable.ts';
import { auditIds } from '../ids/audit.ts';
import type { ElementMesh } from '../shapes/meshes.ts';
import { clashesWithObjects } from './clash-objects.ts';
import { findClashes, type ClashFrame, type ClashOptions } from './clash.ts';
import { eachPointNear, type CloudBeside } from './cloud-points.ts';
import { Deviation, type DeviationOptions } from './deviation.ts';
import { readElements } from './elements.ts';
import { Surface } from './surface.ts';
import type { SurveyedPart } from './surveyed.ts';
import { takeQuantities } from './quantities.ts';

/** What a thread checks; files are on this machine. */
export type CheckWork =
  | { kind: 'ids'; file: string; ids: string }
  | { kind: 'quantities'; file: string }
  | {
      kind: 'clash';
      file: string;
      /** null: the same. */
      other: string | null;
      frame: ClashFrame;
      options: ClashOptions;
      heightsApart: number | null;
      withId: string;
      withName: string;
      seconds: number;
    }
  | {
      kind: 'clash-objects';
      file: string;
      parts: SurveyedPart[];
      isCut: boolean;
      typeName: string;
      heightsApart: number | null;
      options: ClashOptions;
      seconds: number;
    }
  | {
      kind: 'deviation';
      file: string;
      of: { cloud: CloudBeside; cloudId: string } | { parts: SurveyedPart[]; isCut: boolean };
      /** Of the cloud, or of the type of the objects. */
      name: string;
      heightsApart: number | null;
      options: DeviationOptions;
      points: number;
      seconds: number;
    };

/** Bytes of a file that is held in memory whole. */
const MAX_BYTES = 512 * 1024 ** 2;

export async function carryOutCheck(
  work: CheckWork,
  onProgress: (part: number) => void,
): Promise<BimCheckResult> {
  const ifc = await read(work.file);
  switch (work.kind) {
    case 'ids':
      return { kind: 'ids', report: auditIds(ifc, Buffer.from(work.ids), onProgress) };
    case 'quantities':
      return { kind: 'quantities', report: await takeQuantities(ifc) };
    case 'clash': {
      const { other, frame, options, withId, withName, heightsApart, seconds } = work;
      const second = other === null ? null : await read(other);
      const deadline = performance.now() + seconds * 1000;
      const found = await findClashes(ifc, second, frame, options, deadline);
      return { kind: 'clash', report: { withId, withName, heightsApart, ...found } };
    }
    case 'clash-objects': {
      const { parts, typeName, heightsApart, options, seconds } = work;
      const { meshes, names } = await shapes(ifc);
      const deadline = performance.now() + seconds * 1000;
      const found = clashesWithObjects(meshes, names, parts, typeName, options, deadline);
      return {
        kind: 'clash',
        report: {
          withId: null,
          withName: typeName,
          heightsApart,
          ...found,
          isCut: found.isCut || work.isCut,
        },
      };
    }
    case 'deviation':
      return { kind: 'deviation', report: await compare(ifc, work, onProgress) };
  }
}

/** Throws Unusable when no element has a shape. */
async function shapes(ifc: Buffer) {
  const found = await readElements(ifc);
  if (found.meshes.length === 0) throw new Unusable('bim.no-shapes');
  return found;
}

async function compare(
  ifc: Buffer,
  { of, name, heightsApart, options, points, seconds }: Extract<CheckWork, { kind: 'deviation' }>,
  onProgress: (part: number) => void,
): Promise<BimDeviations> {
  const { meshes, names } = await shapes(ifc);
  const deviation = new Deviation(new Surface(meshes), names, options);
  if ('parts' in of) {
    let isCut = of.isCut;
    for (const { id, coordinates } of of.parts) {
      const room = points - deviation.points;
      isCut ||= coordinates.length / 3 > room;
      const part = coordinates.subarray(0, room * 3);
      deviation.add({ coordinates: part, ids: new Array<string>(part.length / 3).fill(id) });
      onProgress(deviation.points / points);
    }
    return { cloudId: null, cloudName: name, heightsApart, ...deviation.result(isCut) };
  }
  const limits = { points, seconds, box: around(meshes, options.reach) };
  const isComplete = await eachPointNear(of.cloud, limits, (coordinates) => {
    deviation.add({ coordinates });
    onProgress(deviation.points / points);
  });
  return { cloudId: of.cloudId, cloudName: name, heightsApart, ...deviation.result(!isComplete) };
}

function around(meshes: readonly ElementMesh[], reach: number): { min: Triple; max: Triple } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes)
    for (let i = 0; i < positions.length; i++) {
      min[i % 3] = Math.min(min[i % 3]!, positions[i]! - reach);
      max[i % 3] = Math.max(max[i % 3]!, positions[i]! + reach);
    }
  return { min, max };
}

async function read(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_BYTES)
    throw new Unusable('bim.check-too-large', { most: Math.round(MAX_BYTES / 1024 ** 2) });
  return bytes;
}
