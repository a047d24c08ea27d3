import { beforeAll, describe, expect, it } from 'vitest';
import { loadCrs, locate, project, UNMOVED, type Located } from '#core/geodesy';
import { axisOf, poseOnEarth } from './pose.ts';

const CRS = 'EPSG:32633';
/** A quarter of a turn about X: what looks against Z looks north, with Y up. */
const UPRIGHT = [1, 0, 0, 0, 0, -1, 0, 1, 0];

/** About Z, counter-clockwise, by rows. */
function turned(degrees: number): number[] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [cos, -sin, 0, sin, cos, 0, 0, 0, 1];
}
function product(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, i) =>
    [0, 1, 2].reduce((sum, k) => sum + a[3 * Math.floor(i / 3) + k]! * b[3 * k + (i % 3)]!, 0),
  );
}

beforeAll(() => loadCrs(CRS));

/** Beside the meridian of the zone, at 15° E. */
async function at(longitude: number): Promise<{ located: Located; place: [number, number, number] }> {
  const [east, north] = project(CRS, [longitude, 45]);
  const place: [number, number, number] = [east, north, 120];
  const own = { crs: CRS, verticalCrs: null, transform: UNMOVED };
  return { located: await locate(own, place), place };
}

describe('The pose of a picture of a scan', () => {
  it.each([
    ['on the meridian of the zone, where grid north is true north', 15, 0],
    // γ = atan(tan 3° · sin 45°), on the sphere; the ellipsoid changes it by a hundredth of a degree.
    ['three degrees east of it', 18, (Math.atan(Math.tan(Math.PI / 60) * Math.SQRT1_2) * 180) / Math.PI],
  ])('of a sphere is its X from true north: %s', async (_, longitude, convergence) => {
    const { located, place } = await at(longitude);
    const rotation = turned(30);
    const pose = poseOnEarth(located, place, { ahead: axisOf(rotation, 0), up: axisOf(rotation, 2) });
    // 30° counter-clockwise from east is 60° from grid north.
    expect(pose.heading).toBeCloseTo(60 + convergence, 1);
    expect([pose.pitch, pose.roll]).toEqual([expect.closeTo(0, 3), expect.closeTo(0, 3)]);
    expect(pose.position).toEqual([expect.closeTo(longitude, 9), expect.closeTo(45, 9), 120]);
  });

  it('of a pinhole looks against its Z; turned counter-clockwise about that, it has a negative roll', async () => {
    const { located, place } = await at(15);
    const axes = (rotation: number[]) => ({ ahead: axisOf(rotation, 2, -1), up: axisOf(rotation, 1) });
    const level = poseOnEarth(located, place, axes(UPRIGHT));
    // North is 0° and 360°.
    const fromNorth = ((level.heading + 180) % 360) - 180;
    for (const angle of [fromNorth, level.pitch, level.roll]) expect(angle).toBeCloseTo(0, 3);
    const rolled = poseOnEarth(located, place, axes(product(turned(-90), product(UPRIGHT, turned(20)))));
    expect([rolled.heading, rolled.roll]).toEqual([expect.closeTo(90, 3), expect.closeTo(-20, 3)]);
  });

  it('has the pitch of what looks up', async () => {
    const { located, place } = await at(15);
    const [sin, cos] = [Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)];
    // 15° up, about Y: X to the north-east plane of X and Z.
    const rotation = [cos, 0, -sin, 0, 1, 0, sin, 0, cos];
    const pose = poseOnEarth(located, place, { ahead: axisOf(rotation, 0), up: axisOf(rotation, 2) });
    expect([pose.heading, pose.pitch]).toEqual([expect.closeTo(90, 3), expect.closeTo(15, 3)]);
  });
});
