import { MAX_POSITIONS, position, UnreadableTrack, type ReadTrack, type TrackPosition } from './track.ts';

/** 17 numbers of 8 bytes: time, latitude, longitude, height, 3 velocities, roll, pitch, heading, wander, 6 rates. */
const RECORD = 136;
const WEEK = 604_800;
/** GPS time counts from here, and is ahead of UTC by this many seconds since 2017. */
const GPS_BEGAN = Date.UTC(1980, 0, 6) / 1000;
const LEAP_SECONDS = 18;
/** Positions a second that are kept: such files have 200. */
const KEPT = 10;

/** Whether a file is an SBET: whole records, the first of which is a place on the earth. */
export function isSbet(content: Buffer): boolean {
  if (content.length === 0 || content.length % RECORD !== 0 || !content.subarray(0, RECORD).includes(0))
    return false;
  const [time, latitude, longitude, height] = [0, 8, 16, 24].map((at) => content.readDoubleLE(at));
  return (
    time! >= 0 &&
    Math.abs(latitude!) <= Math.PI / 2 &&
    Math.abs(longitude!) <= Math.PI * 2 &&
    Math.abs(height!) < 100_000
  );
}

/**
 * Reads the trajectory of a POSPac SBET. Its times are seconds of a GPS week: `day` (of the survey, `2026-05-04`) tells
 * which; without it there are no times. The heading is the platform's minus the wander angle.
 */
export function readSbet(content: Buffer, day: string | undefined): ReadTrack[] {
  const positions: TrackPosition[] = [];
  const week = day === undefined ? null : weekOf(Date.parse(`${day}T12:00:00Z`) / 1000);
  const degrees = (radians: number) => (radians * 180) / Math.PI;
  let last = -Infinity;
  for (let at = 0; at < content.length; at += RECORD) {
    const value = (i: number) => content.readDoubleLE(at + i * 8);
    const time = value(0);
    if (time - last < 1 / KEPT - 1e-6 && at + RECORD < content.length) continue;
    last = time;
    if (positions.length === MAX_POSITIONS)
      throw new UnreadableTrack('track-too-long', { most: MAX_POSITIONS });
    const utc = week === null ? null : week + (time % WEEK) - LEAP_SECONDS;
    const read = position(
      `${at / RECORD + 1}`,
      wrapped(degrees(value(2))),
      degrees(value(1)),
      value(3),
      utc,
      degrees(value(9) - value(10)),
    );
    positions.push([read[0], read[1], read[2], read[3], read[4], null, degrees(value(8)), degrees(value(7))]);
  }
  return [{ name: '', positions }];
}

function weekOf(utc: number): number {
  return GPS_BEGAN + Math.floor((utc - GPS_BEGAN) / WEEK) * WEEK;
}

const wrapped = (longitude: number): number =>
  longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
