import { BehaviorSubject } from 'rxjs';
import { encodeCloudFrame, type CloudEdit } from '#core/protocol';
import type { CloudLook, CloudStage, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CloudProfile } from '../profile.ts';

export const CLOUD: ShownCloud = {
  id: '0b2f9a64-6a3c-4c53-9c8e-1f6a5f3f2d10',
  name: 'lone-star.laz',
  crs: 'EPSG:4326',
  version: '1',
  pointCount: 3,
  unit: 1,
  isLocal: false,
  shown: true,
  opacity: 1,
  colour: undefined,
  state: 'drawn',
  reason: undefined,
  pointsIn: undefined,
  within: undefined,
};

/** A stage with these clouds; low points and noise are hidden. */
export function stageOf(clouds: readonly ShownCloud[]): CloudStage {
  const look$ = new BehaviorSubject({ hiddenClasses: new Set([7]) as ReadonlySet<number> } as CloudLook);
  return {
    clouds,
    clouds$: new BehaviorSubject(clouds),
    look$,
    get look() {
      return look$.value;
    },
    change: (look: Partial<CloudLook>) => look$.next({ ...look$.value, ...look }),
  } as unknown as CloudStage;
}

/** A cloud with points at x, y, z and a class, in units of `EPSG:4326` as if they were metres. */
export function cloudOf(points: readonly (readonly [number, number, number, number])[], clouds = [CLOUD]) {
  const requests: { id: string; body: Record<string, unknown> }[] = [];
  const frames = () => [
    encodeCloudFrame({
      kind: 'head',
      head: {
        cloudId: CLOUD.id,
        content: 1,
        edits: 4,
        crs: null,
        scale: [0.001, 0.001, 0.001],
        offset: [0, 0, 0],
        attributes: ['classification'],
      },
    }),
    encodeCloudFrame({
      kind: 'points',
      points: {
        level: 0,
        count: points.length,
        positions: Int32Array.from(
          points.flatMap(([x, y, z]) => [x, y, z].map((one) => Math.round(one * 1000))),
        ),
        classification: Uint8Array.from(points, ([, , , code]) => code),
      },
    }),
    encodeCloudFrame({
      kind: 'end',
      end: { points: points.length, nodes: 1, complete: true, stoppedBy: null },
    }),
  ];
  const note = ({ id }: { id: string }, request: object) =>
    requests.push({ id, ...(request as { body: Record<string, unknown> }) });
  const api = {
    stream: (spec: { id: string }, request: object) => {
      note(spec, request);
      return Promise.resolve(new Blob(frames() as BlobPart[]).stream());
    },
    call: (spec: { id: string }, request: object) => {
      note(spec, request);
      const data = { version: 4 + requests.length, points: 7 } as CloudEdit;
      return Promise.resolve({ data });
    },
  };
  const stage = stageOf(clouds);
  const profile = new CloudProfile(api as never, stage, { current: undefined } as never, {
    emit: () => undefined,
  });
  return { profile, requests, stage };
}
