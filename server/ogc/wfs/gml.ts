import type { WfsVersion } from './dialect.ts';

/** How geometries are written: srsName, and whether the axes are swapped. */
export interface GmlStyle {
  dialect: WfsVersion;
  srsName: string;
  swap: boolean;
}

/**
 * Converts GeoJSON text (as stored, without blanks) to GML. Numbers are moved without parsing, so that they stay the
 * same to the last digit. `id` names the geometry and, with a number, its parts (GML 3.2 requires ids).
 */
export function gmlGeometry(geojson: string, id: string, style: GmlStyle): string {
  const type = geojson.slice(9, geojson.indexOf('"', 9));
  const text = geojson.slice(geojson.indexOf('[', 9), geojson.lastIndexOf(']') + 1);
  const three = hasHeights(text);
  const head = headOf(style, three);
  return style.dialect.gmlVersion === '2.1'
    ? gml2(type, text, head)
    : gml3(type, text, new Writing(style, head, three, id));
}

function hasHeights(text: string): boolean {
  const start = text.search(/[^[]/);
  const end = text.indexOf(']', start);
  return (
    text.indexOf(',', text.indexOf(',', start) + 1) < end &&
    text.indexOf(',', text.indexOf(',', start) + 1) > 0
  );
}

function headOf({ srsName, dialect }: GmlStyle, three: boolean): string {
  return dialect.gmlVersion === '2.1'
    ? ` srsName="${srsName}"`
    : ` srsName="${srsName}" srsDimension="${three ? 3 : 2}"`;
}

class Writing {
  readonly id: string;
  readonly head: string;
  #style: GmlStyle;
  #three: boolean;
  #parts = 0;

  constructor(style: GmlStyle, head: string, three: boolean, id: string) {
    this.#style = style;
    this.head = head;
    this.#three = three;
    this.id = id;
  }

  get outer(): string {
    return ` gml:id="${this.id}"${this.head}`;
  }

  part(): string {
    return ` gml:id="${this.id}.${++this.#parts}"`;
  }

  /** `1,2],[3,4` becomes `1 2 3 4`, or `2 1 4 3`. */
  positions(text: string): string {
    if (!this.#style.swap) return text.replaceAll('],[', ' ').replaceAll(',', ' ');
    let out = '';
    for (let at = 0; at < text.length;) {
      const comma = text.indexOf(',', at);
      let end = text.indexOf(']', comma);
      if (end < 0) end = text.length;
      const second = this.#three ? text.indexOf(',', comma + 1) : end;
      out += `${at > 0 ? ' ' : ''}${text.slice(comma + 1, second)} ${text.slice(at, comma)}`;
      if (this.#three) out += ` ${text.slice(second + 1, end)}`;
      at = end + 3;
    }
    return out;
  }
}

function gml3(type: string, text: string, to: Writing): string {
  switch (type) {
    case 'Point':
      return point(to, to.outer, text.slice(1, -1));
    case 'LineString':
      return line(to, to.outer, text.slice(2, -2));
    case 'Polygon':
      return polygon(to, to.outer, text.slice(3, -3));
    case 'MultiPoint':
      return many('MultiPoint', 'pointMember', to, text.slice(2, -2).split('],['), point);
    case 'MultiLineString':
      return many('MultiCurve', 'curveMember', to, text.slice(3, -3).split(']],[['), line);
    default:
      return many('MultiSurface', 'surfaceMember', to, text.slice(4, -4).split(']]],[[['), polygon);
  }
}

function many(
  name: string,
  member: string,
  to: Writing,
  parts: readonly string[],
  write: (to: Writing, head: string, text: string) => string,
): string {
  const members = parts.map((part) => `<gml:${member}>${write(to, to.part(), part)}</gml:${member}>`);
  return `<gml:${name}${to.outer}>${members.join('')}</gml:${name}>`;
}

function point(to: Writing, head: string, text: string): string {
  return `<gml:Point${head}><gml:pos>${to.positions(text)}</gml:pos></gml:Point>`;
}

function line(to: Writing, head: string, text: string): string {
  return `<gml:LineString${head}><gml:posList>${to.positions(text)}</gml:posList></gml:LineString>`;
}

function polygon(to: Writing, head: string, text: string): string {
  const rings = text.split(']],[[').map((ring, n) => {
    const side = n === 0 ? 'exterior' : 'interior';
    return `<gml:${side}><gml:LinearRing><gml:posList>${to.positions(ring)}</gml:posList></gml:LinearRing></gml:${side}>`;
  });
  return `<gml:Polygon${head}>${rings.join('')}</gml:Polygon>`;
}

/** GML 2: longitude or easting first, positions separated by blanks. */
function gml2(type: string, text: string, head: string): string {
  const coordinates = (run: string) => `<gml:coordinates>${run.replaceAll('],[', ' ')}</gml:coordinates>`;
  const onePoint = (run: string, mine = '') => `<gml:Point${mine}>${coordinates(run)}</gml:Point>`;
  const oneLine = (run: string, mine = '') => `<gml:LineString${mine}>${coordinates(run)}</gml:LineString>`;
  const onePolygon = (run: string, mine = '') => {
    const rings = run.split(']],[[').map((ring, n) => {
      const side = n === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
      return `<gml:${side}><gml:LinearRing>${coordinates(ring)}</gml:LinearRing></gml:${side}>`;
    });
    return `<gml:Polygon${mine}>${rings.join('')}</gml:Polygon>`;
  };
  const several = (name: string, member: string, parts: string[], write: (run: string) => string) =>
    `<gml:${name}${head}>${parts.map((part) => `<gml:${member}>${write(part)}</gml:${member}>`).join('')}</gml:${name}>`;
  switch (type) {
    case 'Point':
      return onePoint(text.slice(1, -1), head);
    case 'LineString':
      return oneLine(text.slice(2, -2), head);
    case 'Polygon':
      return onePolygon(text.slice(3, -3), head);
    case 'MultiPoint':
      return several('MultiPoint', 'pointMember', text.slice(2, -2).split('],['), (run) => onePoint(run));
    case 'MultiLineString':
      return several('MultiLineString', 'lineStringMember', text.slice(3, -3).split(']],[['), (run) =>
        oneLine(run),
      );
    default:
      return several('MultiPolygon', 'polygonMember', text.slice(4, -4).split(']]],[[['), (run) =>
        onePolygon(run),
      );
  }
}
