import { MAX_POSITIONS, position, UnreadableTrack, type ReadTrack, type TrackPosition } from './track.ts';

/** Of GGA: what has no fix is no position. */
const NO_FIX = 0;

/**
 * Reads a track from NMEA 0183: positions, heights and qualities of GGA, dates of RMC and ZDA, courses of RMC. Heights
 * are ellipsoidal: that above the geoid and the separation that the receiver gives. Where there is no GGA, positions of
 * RMC are taken. Sentences with a wrong checksum are left out.
 */
export function readNmea(text: string): ReadTrack[] {
  const fixes: TrackPosition[] = [];
  const minimums: TrackPosition[] = [];
  /** Index of the first fix whose date is not known yet. */
  let undated = 0;
  let day: number | null = null;
  let course: number | null = null;
  const date = (found: number | null) => {
    if (found === null) return;
    day = found;
    for (; undated < fixes.length; undated++) {
      const time = fixes[undated]![3];
      if (time !== null && time < 86_400) fixes[undated]![3] = time + day;
    }
  };
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number++;
    const fields = fieldsOf(line);
    if (!fields) continue;
    if (fixes.length + minimums.length > MAX_POSITIONS)
      throw new UnreadableTrack('track-too-long', { most: MAX_POSITIONS });
    const kind = fields[0]!.slice(2);
    if (kind === 'RMC') {
      date(dayOf(fields[9]));
      course = numeric(fields[8]);
      if (fields[2] !== 'A') continue;
      const at = timeOf(fields[1]);
      const time = at === null || day === null ? null : at + day;
      minimums.push(
        position(
          `${number}`,
          degrees(fields[5], fields[6]),
          degrees(fields[3], fields[4]),
          null,
          time,
          course,
        ),
      );
    } else if (kind === 'ZDA') date(dayOf(`${fields[2]}${fields[3]}${fields[4]?.slice(2)}`));
    else if (kind === 'GGA') {
      const quality = numeric(fields[6]);
      if (quality === null || quality === NO_FIX || !fields[2]) continue;
      const [above, separation] = [numeric(fields[9]), numeric(fields[11])];
      const height = above !== null && separation !== null ? above + separation : null;
      const at = timeOf(fields[1]);
      const time = at === null ? null : day === null ? at : nearest(at + day, fixes.at(-1)?.[3] ?? null);
      const read = position(
        `${number}`,
        degrees(fields[4], fields[5]),
        degrees(fields[2], fields[3]),
        height,
        time,
        course,
      );
      fixes.push([read[0], read[1], read[2], read[3], read[4], quality]);
      if (day !== null) undated = fixes.length;
    }
  }
  // A time of day without its date is no time.
  for (; undated < fixes.length; undated++) fixes[undated]![3] = null;
  return [{ name: '', positions: fixes.length > 0 ? fixes : minimums }];
}

/** Around midnight the time of a fix comes before the date that tells the new day. */
function nearest(time: number, before: number | null): number {
  return before !== null && before - time > 43_200 ? time + 86_400 : time;
}

/** Undefined for anything but a whole sentence. */
function fieldsOf(line: string): string[] | undefined {
  const found = /\$([A-Z]{5}[^*$]*)(?:\*([0-9A-F]{2}))?/i.exec(line);
  if (!found) return undefined;
  const [, content = '', stated] = found;
  if (stated !== undefined) {
    let sum = 0;
    for (const character of content) sum ^= character.charCodeAt(0);
    if (sum !== parseInt(stated, 16)) return undefined;
  }
  return content.split(',');
}

function numeric(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** `4527.85,N` → degrees. */
function degrees(text = '', hemisphere = ''): number {
  const value = numeric(text);
  if (value === null) return NaN;
  const whole = Math.floor(value / 100);
  const signed = whole + (value - whole * 100) / 60;
  return /[SW]/i.test(hemisphere) ? -signed : signed;
}

/** `hhmmss.ss` → seconds of the day. */
function timeOf(text = ''): number | null {
  const found = /^(\d\d)(\d\d)(\d\d(?:\.\d+)?)$/.exec(text);
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) : null;
}

/** `ddmmyy` → seconds since 1970. */
function dayOf(text = ''): number | null {
  const found = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!found) return null;
  const year = Number(found[3]);
  return Date.UTC(year < 80 ? 2000 + year : 1900 + year, Number(found[2]) - 1, Number(found[1])) / 1000;
}
