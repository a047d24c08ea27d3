import type { FieldBookSettings } from '#core/protocol';
import type { ObservationRecord, StationRecord } from '../../../formats/instruments/model.ts';
import { meanAngle, signed } from './plane.ts';
import type { ComputeProblem, Numbered } from './types.ts';

/** Mean radius of the earth, metres. */
export const EARTH = 6_371_000;
const RADIANS = Math.PI / 180;
/** Pointings of one name that lie farther from each other, metres, are of different points. */
const SAME_POINT = 0.1;

/** All pointings to one target from one set-up, averaged over both faces. */
export interface Sight {
  target: string;
  /** Records that it is the mean of. */
  ordinals: number[];
  circle: number | undefined;
  zenith: number | undefined;
  /** Horizontal, at the height of the station; corrected for curvature and refraction. */
  distance: number | undefined;
  /** Height of the target point above the station point; undefined without heights of instrument and target. */
  rise: number | undefined;
  /** Slope distance, for the weights. */
  slope: number | undefined;
  code: string | undefined;
  purpose: ObservationRecord['purpose'];
}

export interface SetUp {
  ordinal: number;
  line: number;
  name: string;
  station: Numbered<StationRecord>;
  sights: Sight[];
  /** Of a level: it has read heights alone. */
  isLevel: boolean;
  /** Mean errors of collimation and of the vertical index, degrees; undefined without both faces. */
  collimation: number | undefined;
  index: number | undefined;
}

/** The set-ups of a book with their sights. */
export function setUpsOf(
  records: readonly Numbered[],
  settings: Pick<FieldBookSettings, 'refraction'>,
): { setUps: SetUp[]; problems: ComputeProblem[] } {
  const occupied: { station: Numbered<StationRecord>; shots: Numbered<ObservationRecord>[] }[] = [];
  for (const record of records) {
    if (record.kind === 'station') occupied.push({ station: record, shots: [] });
    else if (record.kind === 'observation' && record.used) occupied.at(-1)?.shots.push(record);
  }
  const problems: ComputeProblem[] = [];
  const setUps = occupied
    .filter(({ shots }) => shots.length > 0)
    .map(({ station, shots }): SetUp => {
      const groups = new Map<string, Numbered<ObservationRecord>[]>();
      for (const shot of shots) {
        const group = groups.get(shot.target);
        if (group) group.push(shot);
        else groups.set(shot.target, [shot]);
      }
      const errors = { collimation: [] as number[], index: [] as number[] };
      const sights = [...groups.values()].flatMap((group) =>
        sightsOf(group, station, settings, errors, problems),
      );
      return {
        ordinal: station.ordinal,
        line: station.line,
        name: station.name,
        station,
        sights,
        isLevel: sights.every(
          ({ circle, slope, rise }) => circle === undefined && slope === undefined && rise !== undefined,
        ),
        collimation: meanOf(errors.collimation),
        index: meanOf(errors.index),
      };
    });
  return { setUps, problems };
}

interface Pointing {
  shot: Numbered<ObservationRecord>;
  circle: number | undefined;
  zenith: number | undefined;
  horizontal: number | undefined;
  rise: number | undefined;
  slope: number | undefined;
}

function sightsOf(
  shots: readonly Numbered<ObservationRecord>[],
  station: StationRecord,
  settings: Pick<FieldBookSettings, 'refraction'>,
  errors: { collimation: number[]; index: number[] },
  problems: ComputeProblem[],
): Sight[] {
  const pointings = shots.map((shot) => pointingOf(shot, station, settings));
  const one = pointings.filter(({ shot }) => shot.face !== 2);
  const two = pointings.filter(({ shot }) => shot.face === 2);
  for (let i = 0; i < Math.min(one.length, two.length); i++) {
    const [left, right] = [one[i]!.shot, two[i]!.shot];
    if (left.circle !== undefined && right.circle !== undefined)
      errors.collimation.push(signed(left.circle - (right.circle + 180)) / 2);
    if (left.zenith !== undefined && right.zenith !== undefined)
      errors.index.push((left.zenith + right.zenith - 360) / 2);
  }
  // A name that was given twice to different points must not be averaged.
  const [first] = pointings;
  const alike = pointings.filter((pointing) => isSame(first!, pointing));
  const others = pointings.filter((pointing) => !alike.includes(pointing));
  if (others.length > 0)
    problems.push({
      kind: 'name-twice',
      values: { name: first!.shot.target, station: station.name, line: others[0]!.shot.line },
    });
  return [
    sightOf(alike, first!.shot.target),
    ...others.map((pointing, i) => sightOf([pointing], `${first!.shot.target} (${i + 2})`)),
  ];
}

function isSame(a: Pointing, b: Pointing): boolean {
  const reach = Math.min(a.horizontal ?? 50, b.horizontal ?? 50);
  if (a.circle !== undefined && b.circle !== undefined) {
    if (Math.abs(signed(a.circle - b.circle)) * RADIANS * reach > SAME_POINT) return false;
  }
  if (a.horizontal !== undefined && b.horizontal !== undefined)
    if (Math.abs(a.horizontal - b.horizontal) > SAME_POINT) return false;
  return a.rise === undefined || b.rise === undefined || Math.abs(a.rise - b.rise) <= SAME_POINT;
}

/** As it would be in face one. */
function pointingOf(
  shot: Numbered<ObservationRecord>,
  station: StationRecord,
  { refraction }: Pick<FieldBookSettings, 'refraction'>,
): Pointing {
  const turned = shot.face === 2;
  const circle = shot.circle === undefined ? undefined : turned ? (shot.circle + 180) % 360 : shot.circle;
  const zenith =
    shot.zenith === undefined ? undefined : turned && shot.zenith > 180 ? 360 - shot.zenith : shot.zenith;
  let { slope } = shot;
  if (slope !== undefined && shot.corrected === false)
    slope = slope * (1 + (shot.ppm ?? 0) * 1e-6) + (shot.prism ?? 0);
  const heights =
    station.instrumentHeight === undefined || shot.targetHeight === undefined
      ? undefined
      : station.instrumentHeight - shot.targetHeight;
  const plain = { shot, circle, zenith, slope };
  if (slope !== undefined && zenith !== undefined) {
    // Leica's formulas: with A = (1 − k/2)/R, B = (1 − k)/2R.
    const [across, up] = [slope * Math.abs(Math.sin(zenith * RADIANS)), slope * Math.cos(zenith * RADIANS)];
    const horizontal = across - ((1 - refraction / 2) / EARTH) * across * up;
    const vertical = up + ((1 - refraction) / (2 * EARTH)) * across * across;
    return { ...plain, horizontal, rise: heights === undefined ? undefined : vertical + heights };
  }
  const { horizontal, vertical } = shot;
  return {
    ...plain,
    horizontal,
    rise: vertical === undefined || heights === undefined ? undefined : vertical + heights,
  };
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of pointings to one target. */
function sightOf(pointings: readonly Pointing[], target: string): Sight {
  const mean = (of: (pointing: Pointing) => number | undefined) =>
    meanOf(pointings.flatMap((pointing) => of(pointing) ?? []));
  const circles = pointings.flatMap(({ circle }) => circle ?? []);
  return {
    target,
    ordinals: pointings.map((pointing) => pointing.shot.ordinal),
    circle: circles.length === 0 ? undefined : meanAngle(circles),
    zenith: mean(({ zenith }) => zenith),
    distance: mean(({ horizontal }) => horizontal),
    rise: mean(({ rise }) => rise),
    slope: mean(({ slope }) => slope),
    code: pointings.find(({ shot }) => shot.code)?.shot.code,
    purpose: pointings[0]!.shot.purpose,
  };
}
