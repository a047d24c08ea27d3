import sax from 'sax';
import { MAX_POSITIONS, position, seconds, UnreadableTrack, type ReadTrack } from './track.ts';

const DEEPEST = 64;
/** Elements in which loggers store the heading, in degrees. */
const HEADINGS = ['course', 'heading', 'bearing'];

/**
 * Reads the tracks of a GPX file in one pass with little memory. Segments of a track are joined. Routes, which are
 * planned but not recorded, come after the tracks. Entities that the file defines itself are not resolved.
 *
 * Heights are above the ellipsoid where points have `geoidheight`, the geoid's above it; else the file does not say.
 *
 * @tmcw/togeojson reads GPX too, but from a whole DOM, and it does not give the line of a position that is wrong.
 */
export function readGpx(text: string): ReadTrack[] {
  const tracks: ReadTrack[] = [];
  const routes: ReadTrack[] = [];
  const parser = sax.parser(true, { position: true, trim: true });
  const open: string[] = [];
  let track: ReadTrack | undefined;
  let point:
    | {
        lon: number;
        lat: number;
        ele: number | null;
        geoid: number | null;
        time: number | null;
        heading: number | null;
      }
    | undefined;
  let content = '';
  let count = 0;
  const line = () => parser.line + 1;
  parser.onerror = () => {
    throw new UnreadableTrack('track-not-xml', { line: line() });
  };
  parser.onopentag = ({ name, attributes }) => {
    const tag = local(name);
    if (open.length === 0 && tag !== 'gpx')
      throw new UnreadableTrack('track-not-gpx', { tag: tag.slice(0, 40) });
    if (open.push(tag) > DEEPEST) throw new UnreadableTrack('track-not-xml', { line: line() });
    content = '';
    if (tag === 'trk' || tag === 'rte') track = { name: '', positions: [] };
    if (tag === 'trkpt' || tag === 'rtept') {
      const { lon, lat } = attributes as Record<string, string>;
      point = { lon: number(lon), lat: number(lat), ele: null, geoid: null, time: null, heading: null };
      if (++count > MAX_POSITIONS) throw new UnreadableTrack('track-too-long', { most: MAX_POSITIONS });
    }
  };
  parser.ontext = (text) => (content += text);
  parser.oncdata = (text) => (content += text);
  parser.onclosetag = (name) => {
    const tag = local(name);
    const within = open[open.length - 2];
    open.pop();
    if (tag === 'name' && track && (within === 'trk' || within === 'rte')) track.name = content.slice(0, 200);
    if (point && tag === 'ele') point.ele = number(content);
    if (point && tag === 'geoidheight') point.geoid = number(content);
    if (point && tag === 'time') point.time = seconds(content);
    if (point && HEADINGS.includes(tag)) point.heading = number(content);
    if (point && (tag === 'trkpt' || tag === 'rtept')) {
      const { lon, lat, ele, geoid, time, heading } = point;
      const height = ele === null ? null : ele + (geoid ?? 0);
      if (track && ele !== null && geoid === null) track.heightsAssumed = true;
      track?.positions.push(position(`${line()}`, lon, lat, height, time, heading));
      point = undefined;
    }
    if (track && (tag === 'trk' || tag === 'rte')) {
      (tag === 'trk' ? tracks : routes).push(track);
      track = undefined;
    }
    content = '';
  };
  parser.write(text).close();
  return [...tracks, ...routes];
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function number(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? NaN : Number(text);
}
