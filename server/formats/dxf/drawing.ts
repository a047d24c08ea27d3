import type { MapSymbol, Position, Style } from '#core/protocol';
import { labelsAt, labelText as textOfLabel, styleAt, symbolsIn } from '#core/styles';
import { textOf } from '../columns.ts';
import type { ExportFeature, ExportLayer, FormatContext } from '../layer-writer.ts';
import { printNumber, runsOf } from '../shapes.ts';
import { Blocks, markerText, type Block } from './blocks.ts';
import { plainText, type FrameBlock } from './dxf-frame.ts';
import { patternText, solidText } from './hatches.ts';
import { labelText, lineText, textsOf } from './labels.ts';
import type { LineTypes } from './line-types.ts';
import { colourText, pixelOf, radiusOf, weightOf, type DrawingScale } from './look.ts';

/** The symbol of types without a style. */
export const PLAIN: Style = { stroke: '#0072b2', width: 1.5 };

const ATTRIBUTE_FLAGS = { invisible: 1 };
const LONGEST = 255;
/** Of a label, letters. */
const LONGEST_LABEL = 60;

/** An entity of a drawing without its head. */
interface DrawnEntity {
  readonly type: 'HATCH' | 'LINE' | 'TEXT';
  readonly look: string;
  readonly body: string;
}

/** How objects are drawn with their styles: as entities of a DXF, for a scale at which it is plotted. */
export class Drawing {
  readonly blocks = new Blocks();
  readonly #scale: DrawingScale;
  readonly #lineTypes: LineTypes;
  readonly #language: FormatContext['language'];

  constructor(scale: DrawingScale, lineTypes: LineTypes, language: FormatContext['language']) {
    this.#scale = scale;
    this.#lineTypes = lineTypes;
    this.#language = language;
  }

  /** Prepares a type, before the frame of the file is written. */
  take(layer: ExportLayer, layerName: string): void {
    const symbols = symbolsIn(layer.style ?? PLAIN);
    for (const symbol of symbols) this.#lineTypes.nameOf(symbol);
    if (layer.shapes.has('point') || layer.shapes.has('multipoint'))
      this.blocks.add(layer, layerName, symbols);
  }

  /** The symbols of an object, the lowest first; what its style hides is drawn with the style’s own. */
  symbolsOf({ style = PLAIN }: ExportLayer, { properties, stored }: ExportFeature): readonly Style[] {
    const symbols = styleAt(style, this.#scale.scale).symbolsOf({ properties, location: stored });
    return symbols.length > 0 ? symbols : [style];
  }

  /** Colour, line type and weight, where they are not those of the layer. */
  lookOf({ style = PLAIN }: ExportLayer, symbol: Style): string {
    if (symbol === style) return '';
    const weight = weightOf(symbol, this.#scale.scale);
    return `6\n${this.#lineTypes.nameOf(symbol)}\n${colourText(symbol.stroke)}370\n${weight}\n`;
  }

  *hatches({ placed, family }: ExportFeature, symbols: readonly Style[]): Generator<DrawnEntity> {
    if (family !== 'polygon') return;
    const polygons: Position[][][] = [];
    for (const { polygon, positions } of runsOf(placed)) (polygons[polygon] ??= []).push(positions);
    for (const rings of polygons) {
      for (const symbol of symbols) {
        const { fill, hatch } = symbol;
        if (fill !== undefined) yield { type: 'HATCH', look: colourText(fill), body: solidText(rings) };
        if (hatch)
          yield {
            type: 'HATCH',
            look: colourText(hatch.colour),
            body: patternText(rings, hatch, symbol, this.#scale),
          };
      }
    }
  }

  *texts({ style }: ExportLayer, feature: ExportFeature): Generator<DrawnEntity> {
    const labels = style && labelsAt(style, this.#scale.scale);
    if (!labels) return;
    const { properties, stored } = feature;
    const print = (value: number) =>
      value.toLocaleString(this.#language, { useGrouping: false, maximumFractionDigits: 3 });
    const whole = textOfLabel(labels, { properties, location: stored }, print);
    const text = plainText([...whole].slice(0, LONGEST_LABEL).join('')).trim();
    const look = labels.colour === undefined ? '' : colourText(labels.colour);
    const ink = labels.leader?.colour ?? labels.colour;
    for (const drawn of textsOf(feature, text, labels, pixelOf(this.#scale))) {
      if (drawn.leader)
        yield {
          type: 'LINE',
          look: ink === undefined ? '' : colourText(ink),
          body: lineText(drawn.leader),
        };
      yield { type: 'TEXT', look, body: labelText(drawn) };
    }
  }

  /** The insertion of a block at a place, without its head, and its attributes. */
  insertion(
    layer: ExportLayer,
    symbol: Style,
    { properties }: ExportFeature,
    place: string,
  ): { body: string; attributes: string[] } | undefined {
    const block = this.blocks.of(layer, symbol);
    if (!block) return undefined;
    const radius = printNumber(radiusOf(symbol, this.#scale));
    const attributes = [...block.tags].flatMap(([tag, name]) => {
      const value = properties[name];
      if (value === null || value === undefined) return [];
      const text = plainText([...textOf(value)].slice(0, LONGEST).join(''));
      const height = printNumber(pixelOf(this.#scale) * 8);
      return [
        `100\nAcDbText\n${place}40\n${height}\n1\n${text}\n100\nAcDbAttribute\n2\n${tag}\n70\n${ATTRIBUTE_FLAGS.invisible}\n`,
      ];
    });
    const follows = attributes.length > 0 ? '66\n1\n' : '';
    const size = `41\n${radius}\n42\n${radius}\n43\n${radius}\n`;
    return { body: `100\nAcDbBlockReference\n${follows}2\n${block.name}\n${place}${size}`, attributes };
  }

  frameBlocks(next: () => string): FrameBlock[] {
    return this.blocks.all.map((block) => ({
      name: block.name,
      hasAttributes: block.tags.size > 0,
      content: (owner) => contentOf(block, owner, next),
    }));
  }

  /** Line type, colour and weight of a layer. */
  layerLook(style: MapSymbol): string {
    return `${colourText(style.stroke.slice(0, 7))}6\n${this.#lineTypes.nameOf(style)}\n370\n${weightOf(style, this.#scale.scale)}\n`;
  }
}

/** On layer 0: colour and layer are those of the insertion. */
function contentOf({ shape, tags }: Block, owner: string, next: () => string): string {
  const head = (type: string) => `0\n${type}\n5\n${next()}\n330\n${owner}\n100\nAcDbEntity\n8\n0\n62\n0\n`;
  const definitions = [...tags.keys()].map((tag) => {
    const text = `100\nAcDbText\n10\n0.0\n20\n0.0\n30\n0.0\n40\n1.0\n1\n\n`;
    return `${head('ATTDEF')}${text}100\nAcDbAttributeDefinition\n3\n${tag}\n2\n${tag}\n70\n${ATTRIBUTE_FLAGS.invisible}\n`;
  });
  return markerText(shape, head) + definitions.join('');
}
