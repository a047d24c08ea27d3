import type { DesignPoint } from './design.ts';

export const LIST_FORMATS = ['csv', 'gsi', 'xml', 'dxf'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** A list of points to stake out: CSV, GSI-16, LandXML or DXF (R12). Coordinates to the tenth of a millimetre. */
export function writeList(
  points: readonly DesignPoint[],
  format: ListFormat,
  { crs, name }: { crs: string; name: string },
): string {
  switch (format) {
    case 'csv':
      return csv(points);
    case 'gsi':
      return points.map((point, i) => gsiBlock(point, i + 1)).join('');
    case 'xml':
      return landXml(points, crs, name);
    case 'dxf':
      return dxf(points);
  }
}

const fixed = (value: number) => value.toFixed(4);

function csv(points: readonly DesignPoint[]): string {
  const cell = (text: string) => {
    // A name that a spreadsheet would compute is a text.
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows = points.map(({ name, east, north, height }) =>
    [cell(name), fixed(east), fixed(north), height === null ? '' : fixed(height)].join(','),
  );
  return `\uFEFF${['point,east,north,height', ...rows].join('\r\n')}\r\n`;
}

/** 11 name, 81 easting, 82 northing, 83 height, in tenths of millimetres. */
function gsiBlock({ name, east, north, height }: DesignPoint, number: number): string {
  const label = plain(name).slice(-16).padStart(16, '0');
  const word = (index: number, value: number) =>
    `${index}..16${value < 0 ? '-' : '+'}${String(Math.abs(Math.round(value * 10_000))).padStart(16, '0')} `;
  const up = height === null ? '' : word(83, height);
  return `*11${String(number).padStart(4, '0')}+${label} ${word(81, east)}${word(82, north)}${up}\r\n`;
}

function landXml(points: readonly DesignPoint[], crs: string, name: string): string {
  const escape = (text: string) =>
    text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign]!);
  const now = new Date().toISOString();
  const rows = points.map(
    (point) =>
      `<CgPoint name="${escape(point.name)}">${[point.north, point.east, ...(point.height === null ? [] : [point.height])].map(fixed).join(' ')}</CgPoint>\n`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2" date="${now.slice(0, 10)}" time="${now.slice(11, 19)}">\n`,
    '<Units><Metric linearUnit="meter" areaUnit="squareMeter" volumeUnit="cubicMeter" temperatureUnit="celsius" pressureUnit="milliBars"/></Units>\n',
    `<CoordinateSystem epsgCode="${escape(crs.replace(/^EPSG:/, ''))}"/>\n`,
    `<Project name="${escape(name)}"/>\n<Application name="Groma"/>\n<CgPoints>\n`,
    ...rows,
    '</CgPoints>\n</LandXML>\n',
  ].join('');
}

/** A point with its name beside it, half a metre high. */
function dxf(points: readonly DesignPoint[]): string {
  const entity = (kind: string, layer: string, { east, north, height }: DesignPoint, more: string[] = []) => [
    '0',
    kind,
    '8',
    layer,
    '10',
    fixed(east),
    '20',
    fixed(north),
    '30',
    fixed(height ?? 0),
    ...more,
  ];
  const entities = points.flatMap((point) => [
    ...entity('POINT', 'STAKEOUT', point),
    ...entity('TEXT', 'STAKEOUT_NAMES', point, ['40', '0.5', '1', plain(point.name)]),
  ]);
  return ['0', 'SECTION', '2', 'ENTITIES', ...entities, '0', 'ENDSEC', '0', 'EOF', ''].join('\r\n');
}

/** Without letters that instruments and R12 do not know. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7E]/g, '?');
}
