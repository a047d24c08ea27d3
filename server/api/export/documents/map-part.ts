import type { Geometry } from '#core/protocol';
import { isInScale, styleAt } from '#core/styles';
import type { Paper } from '../../../formats/pdf/index.ts';
import type { MapExtent } from '../../../formats/pdf/map/frame.ts';
import { drawMap } from '../../../formats/pdf/map/map.ts';
import { ObjectsDrawer } from '../../../formats/pdf/map/objects.ts';
import { INK } from '../../../formats/pdf/look.ts';
import { readSpool } from '../content/read-spool.ts';
import { boundsOf, familyOf } from '../../../formats/shapes.ts';
import type { SpoolType } from '../../../formats/layer-writer.ts';
import type { DocumentTexts } from './document-texts.ts';

/** Areas are drawn below lines, lines below points. */
const ORDER = ['polygon', 'line', 'multipoint', 'point'] as const;
/** Above this number, objects are drawn in reading order, which needs no memory. */
const MAX_SORTED = 5000;

export interface MapMark {
  text: string;
  at: readonly [number, number];
}

/** Draws a map of objects, with their numbers if given, and its CRS. */
export function mapPart(
  paper: Paper,
  texts: DocumentTexts,
  of: {
    height: number;
    extent: MapExtent;
    types: readonly SpoolType[];
    only?: string;
    marks?: readonly MapMark[];
  },
): void {
  const words = texts('map-of', {
    types: of.types
      .map(({ typeName }) => typeName)
      .join(', ')
      .slice(0, 300),
  });
  let note = '';
  let outOfScale: string[] = [];
  paper.figure(of.height, words, (pdf, box) => {
    const frame = drawMap(
      pdf,
      box,
      of.extent,
      texts.language,
      (frame) => {
        const drawer = new ObjectsDrawer(pdf, frame);
        const few = of.types.reduce((sum, { count }) => sum + count, 0) <= MAX_SORTED;
        for (const family of few ? ORDER : [undefined])
          for (const type of of.types) {
            const at = type.style && styleAt(type.style, frame.scale);
            for (const { id, location, properties } of readSpool(type.file)) {
              if ((family && familyOf(location) !== family) || (of.only && of.only !== id)) continue;
              if (!at) drawer.draw(location);
              else for (const symbol of at.symbolsOf({ properties, location })) drawer.draw(location, symbol);
            }
          }
        for (const { text, at } of of.marks ?? []) {
          const [x, y] = frame.toPage(...(at as [number, number]));
          pdf.font('strong').fontSize(7.5);
          const width = pdf.widthOfString(text);
          pdf
            .roundedRect(x + 5, y - 12, width + 6, 11, 5.5)
            .fillColor(INK.text, 0.85)
            .fill();
          pdf.fillColor('#ffffff', 1).text(text, x + 8, y - 11.6, { lineBreak: false });
        }
      },
      !of.only,
    );
    outOfScale = of.types
      .filter(({ style }) => style && !isInScale(style, frame.scale))
      .map(({ typeName }) => typeName);
    const place = frame.centre.map((value) => texts.number(value, 4)) as [string, string];
    note = texts(frame.projection === 'azimuthal' ? 'map-azimuthal' : 'map-cylindrical', {
      latitude: place[1],
      longitude: place[0],
    });
  });
  paper.space(4);
  if (outOfScale.length > 0)
    note += ` ${texts('map-out-of-scale', { types: outOfScale.join(', ').slice(0, 300) })}`;
  paper.paragraph(`${note} ${texts('natural-earth')}`, { muted: true });
}

export class ExtentSurvey {
  #west = Infinity;
  #south = Infinity;
  #east = -Infinity;
  #north = -Infinity;

  add(geometry: Geometry): void {
    const { x, y } = boundsOf(geometry);
    this.#west = Math.min(this.#west, x[0]);
    this.#east = Math.max(this.#east, x[1]);
    this.#south = Math.min(this.#south, y[0]);
    this.#north = Math.max(this.#north, y[1]);
  }

  get extent(): MapExtent {
    return [this.#west, this.#south, this.#east, this.#north];
  }
}
