import type { Tin } from './triangles.ts';

/** A surface as LandXML 1.2: points as north, east, height; faces of triangles. */
export function surfaceXml({ places, heights, triangles }: Tin, name: string, crs: string): string {
  const escape = (text: string) =>
    text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign]!);
  const now = new Date().toISOString();
  const points = [...heights].map(
    (height, i) =>
      `<P id="${i + 1}">${places[2 * i + 1]!.toFixed(4)} ${places[2 * i]!.toFixed(4)} ${height.toFixed(4)}</P>`,
  );
  const faces = Array.from(
    { length: triangles.length / 3 },
    (_, t) => `<F>${[0, 1, 2].map((i) => triangles[3 * t + i]! + 1).join(' ')}</F>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2" date="${now.slice(0, 10)}" time="${now.slice(11, 19)}">`,
    '<Units><Metric linearUnit="meter" areaUnit="squareMeter" volumeUnit="cubicMeter" temperatureUnit="celsius" pressureUnit="milliBars"/></Units>',
    `<CoordinateSystem epsgCode="${escape(crs.replace(/^EPSG:/, ''))}"/>`,
    '<Application name="Groma"/>',
    `<Surfaces><Surface name="${escape(name)}"><Definition surfType="TIN"><Pnts>`,
    ...points,
    '</Pnts><Faces>',
    ...faces,
    '</Faces></Definition></Surface></Surfaces>',
    '</LandXML>',
    '',
  ].join('\n');
}
