import type { Tin } from './triangles.ts';

/** Lines of a piece. */
const PIECE = 2_000;

/** A surface as LandXML 1.2, in pieces: points as north, east, height; faces of triangles. */
export function* surfaceXml(
  { places, heights, triangles }: Tin,
  name: string,
  crs: string,
): Generator<string> {
  const escape = (text: string) =>
    text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign]!);
  const now = new Date().toISOString();
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2" date="${now.slice(0, 10)}" time="${now.slice(11, 19)}">`,
    '<Units><Metric linearUnit="meter" areaUnit="squareMeter" volumeUnit="cubicMeter" temperatureUnit="celsius" pressureUnit="milliBars"/></Units>',
    `<CoordinateSystem epsgCode="${escape(crs.replace(/^EPSG:/, ''))}"/>`,
    '<Application name="Groma"/>',
    `<Surfaces><Surface name="${escape(name)}"><Definition surfType="TIN"><Pnts>`,
    '',
  ].join('\n');
  yield* pieces(heights.length, (i) => {
    const [north, east] = [places[2 * i + 1]!, places[2 * i]!];
    return `<P id="${i + 1}">${north.toFixed(4)} ${east.toFixed(4)} ${heights[i]!.toFixed(4)}</P>\n`;
  });
  yield '</Pnts><Faces>\n';
  yield* pieces(triangles.length / 3, (t) => {
    const [a, b, c] = [0, 1, 2].map((i) => triangles[3 * t + i]! + 1);
    return `<F>${a} ${b} ${c}</F>\n`;
  });
  yield '</Faces></Definition></Surface></Surfaces>\n</LandXML>\n';
}

function* pieces(count: number, line: (i: number) => string): Generator<string> {
  for (let from = 0; from < count; from += PIECE) {
    let text = '';
    for (let i = from; i < Math.min(from + PIECE, count); i++) text += line(i);
    yield text;
  }
}
