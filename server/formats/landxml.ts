import path from 'node:path';
import { POINT_NAME_FIELDS, type Position, type Properties } from '#core/protocol';
import { textOf } from './columns.ts';
import type { ExportFeature, ExportLayer, FormatContext, FormatWriter } from './layer-writer.ts';
import { heightsInUnit } from './heights-in-unit.ts';
import { fileName } from './names.ts';
import { OutFile } from './out-file.ts';
import { PartFiles } from './part-files.ts';
import { printNumber, runsOf } from './shapes.ts';
import { escapeXml } from './xml-tree.ts';

/**
 * LandXML 1.2: points as CgPoints, areas as parcels, lines as plan features; attributes as properties of a Feature, to
 * which a point refers: by the schema it has nothing but its coordinates.
 * Positions are north, east, height, all in the unit of the system.
 */
export class LandXml implements FormatWriter {
  readonly #context: FormatContext;
  readonly #parts: PartFiles<'points' | 'features' | 'parcels' | 'lines'>;
  #layer: ExportLayer | undefined;
  #count = 0;
  /** With the last number that was put behind each, so that thousands of the same name are not counted through again. */
  readonly #pointNames = new Map<string, number>();

  constructor(context: FormatContext) {
    this.#context = context;
    this.#parts = new PartFiles(context.folder);
    if (context.crs.geographic) context.notes.add('export.note.landxml-degrees', { crs: context.crs.code });
  }

  layer(layer: ExportLayer): void {
    this.#layer = layer;
  }

  add({ id, properties, placed, family }: ExportFeature): void {
    const isPoint = family === 'point' || family === 'multipoint';
    const given = nameOf(properties, this.#layer!.style?.label);
    const name = given ?? (isPoint ? undefined : `${++this.#count}`);
    const code = this.#layer!.typeName;
    const about = (called: string, attribute: string) =>
      `name="${escapeXml(called)}" ${attribute}="${escapeXml(code)}"`;
    const fields = Object.entries({ groma_id: id, ...properties }).flatMap(([label, value]) =>
      value === null || value === undefined
        ? []
        : [
            `<Property label="${escapeXml(label)}" value="${escapeXml(textOf(value)).replaceAll('\n', '&#10;')}"/>`,
          ],
    );
    const feature = `<Feature name="${id}">${fields.join('')}</Feature>`;
    const runs = runsOf(heightsInUnit(placed, this.#context.crs));
    if (isPoint) {
      for (const { positions } of runs)
        this.#parts
          .to('points')
          .text(
            `<CgPoint ${about(this.#pointName(name), 'code')} featureRef="${id}">${place(positions[0]!)}</CgPoint>\n`,
          );
      this.#parts.to('features').text(`${feature}\n`);
    } else if (family === 'line') {
      const lines = runs.map(({ positions }) => irregular(positions)).join('');
      this.#parts
        .to('lines')
        .text(
          `<PlanFeature ${about(name!, 'desc')}><CoordGeom>${lines}</CoordGeom>${feature}</PlanFeature>\n`,
        );
    } else {
      if (runs.some(({ hole }) => hole))
        this.#context.notes.add('export.note.landxml-holes', { type: this.#layer!.label });
      const rings = runs.map(({ positions }) => `<CoordGeom>${irregular(positions)}</CoordGeom>`).join('');
      this.#parts.to('parcels').text(`<Parcel ${about(name!, 'desc')}>${rings}${feature}</Parcel>\n`);
    }
  }

  /** Names of points are unique in LandXML; those without one have a number. */
  #pointName(name: string | undefined): string {
    if (name === undefined) {
      do this.#count++;
      while (this.#pointNames.has(`${this.#count}`));
    }
    const wanted = name ?? `${this.#count}`;
    let own = wanted;
    let n = this.#pointNames.get(wanted) ?? 0;
    while (this.#pointNames.has(own)) own = `${wanted}_${++n}`;
    if (own !== wanted) {
      this.#context.notes.add('export.note.landxml-names', { type: this.#layer!.label });
      this.#pointNames.set(wanted, n);
    }
    this.#pointNames.set(own, 1);
    return own;
  }

  close(): void {
    const { folder, name, title, at, crs } = this.#context;
    const out = new OutFile(path.join(folder, `${fileName(name, 'project')}.xml`));
    const [date, time] = [at.slice(0, 10), at.slice(11, 19)];
    const unit = UNITS[crs.unit] ?? 'meter';
    out.text(
      `<?xml version="1.0" encoding="UTF-8"?>\n<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2" date="${date}" time="${time}">\n` +
        (unit === 'meter'
          ? '<Units><Metric linearUnit="meter" areaUnit="squareMeter" volumeUnit="cubicMeter" temperatureUnit="celsius" pressureUnit="milliBars"/></Units>\n'
          : `<Units><Imperial linearUnit="${unit}" areaUnit="squareFoot" volumeUnit="cubicFeet" temperatureUnit="fahrenheit" pressureUnit="inHG"/></Units>\n`) +
        `<CoordinateSystem desc="${escapeXml(crs.name)}" epsgCode="${crs.number}"/>\n` +
        `<Project name="${escapeXml(title)}"/>\n<Application name="Groma"/>\n`,
    );
    for (const [part, element] of [
      ['points', 'CgPoints'],
      ['parcels', 'Parcels'],
      ['lines', 'PlanFeatures'],
    ] as const)
      if (this.#parts.has(part)) {
        out.text(`<${element}>\n`);
        this.#parts.append(part, out);
        if (part === 'points') this.#parts.append('features', out);
        out.text(`</${element}>\n`);
      }
    out.text('</LandXML>\n');
    out.close();
  }
}

const UNITS: Record<string, string> = { foot: 'foot', 'US survey foot': 'USSurveyFoot' };

const place = ([x, y, z]: Position): string =>
  `${printNumber(y)} ${printNumber(x)}${z === undefined ? '' : ` ${printNumber(z)}`}`;

function irregular(positions: readonly Position[]): string {
  const list = positions[0]!.length === 3 ? 'PntList3D' : 'PntList2D';
  const [start, end] = [positions[0]!, positions.at(-1)!];
  return `<IrregularLine><Start>${place(start)}</Start><End>${place(end)}</End><${list}>${positions.map(place).join(' ')}</${list}></IrregularLine>`;
}

/** By an attribute that names points, else by what labels the objects of the type. */
function nameOf(properties: Properties, label: string | undefined): string | undefined {
  const keys = Object.keys(properties).filter((key) => POINT_NAME_FIELDS.includes(key.toLowerCase()));
  if (label !== undefined) keys.push(label);
  return keys.map((key) => textOf(properties[key]).trim()).find((text) => text !== '');
}
