import { Unreadable } from '../../../base/problems.ts';
import { entitiesOf, type Entity } from './entity.ts';
import type { Tag } from './tags.ts';

export interface Block {
  name: string;
  base: [number, number, number];
  entities: Entity[];
}

export interface DxfLayer {
  name: string;
  /** `#rrggbb` */
  colour: string | undefined;
  hidden: boolean;
}

/** What entities of a drawing refer to. */
export class Drawing {
  readonly layers = new Map<string, DxfLayer>();
  readonly blocks = new Map<string, Block>();
  /** It has been read to its EOF. */
  isWhole = false;
  /** $INSUNITS; 0: none. */
  unit = 0;
  #tags = 0;

  block(name: string): Block | undefined {
    return this.blocks.get(name.trim().toUpperCase());
  }

  layer(name: string): DxfLayer | undefined {
    return this.layers.get(name.trim().toUpperCase());
  }

  addBlock(entities: Iterable<Entity>): void {
    let block: Block | undefined;
    for (const entity of entities) {
      if (entity.type === 'BLOCK') {
        const name = (entity.text(2) ?? '').trim();
        block = { name, base: entity.point(10), entities: [] };
        // The first definition of a name counts.
        if (name !== '' && !this.blocks.has(name.toUpperCase())) this.blocks.set(name.toUpperCase(), block);
      } else if (entity.type === 'ENDBLK') block = undefined;
      else if (block) {
        this.#tags += entity.tags.length + entity.parts.reduce((sum, part) => sum + part.tags.length, 0);
        if (this.#tags > MAX_TAGS) throw new Unreadable('dxf-blocks-too-large');
        block.entities.push(entity);
      }
    }
  }
}

/** Groups of all blocks together, which are kept in memory. */
const MAX_TAGS = 6_000_000;

/**
 * Goes through the sections of a drawing: fills `drawing` with its layers and blocks where it is given, and gives its
 * entities.
 */
export function* readDrawing(file: Iterable<Tag>, drawing: Drawing | undefined): Generator<Entity> {
  const tags = untilEnd(file, drawing);
  for (let tag = tags.next(); !tag.done; tag = tags.next()) {
    const word = String(tag.value.value).trim();
    let name = word;
    if (tag.value.code === 0 && word === 'SECTION') {
      const next = tags.next();
      if (next.done) return;
      name = String(next.value.value).trim();
      // Some writers leave out the word before the name.
    } else if (tag.value.code !== 2 || !SECTIONS.has(word)) continue;
    const section = sectionTags(tags);
    switch (name) {
      case 'HEADER':
        if (drawing) readHeader(section, drawing);
        break;
      case 'TABLES':
        if (drawing) readTables(section, drawing);
        break;
      case 'BLOCKS':
        if (drawing) drawing.addBlock(entitiesOf(section));
        break;
      case 'ENTITIES':
        yield* entitiesOf(section);
    }
    // What nobody wanted.
    for (const _ of section);
  }
}

const SECTIONS = new Set(['HEADER', 'TABLES', 'BLOCKS', 'ENTITIES']);

/** Whatever follows EOF belongs to no drawing, and may be no groups at all. */
function* untilEnd(file: Iterable<Tag>, drawing: Drawing | undefined): Generator<Tag> {
  for (const tag of file) {
    if (isWord(tag, 'EOF')) {
      if (drawing) drawing.isWhole = true;
      return;
    }
    yield tag;
  }
}

function* sectionTags(tags: Iterator<Tag>): Generator<Tag> {
  for (let tag = tags.next(); !tag.done && !isWord(tag.value, 'ENDSEC'); tag = tags.next()) yield tag.value;
}

const isWord = ({ code, value }: Tag, word: string): boolean => code === 0 && String(value).trim() === word;

function readHeader(section: Iterable<Tag>, drawing: Drawing): void {
  let variable = '';
  for (const { code, value } of section)
    if (code === 9) variable = String(value).trim();
    else if (variable === '$INSUNITS' && code === 70) drawing.unit = Number(value) || 0;
}

const MAX_LAYERS = 100_000;

function readTables(section: Iterable<Tag>, drawing: Drawing): void {
  for (const entry of entitiesOf(section)) {
    if (entry.type !== 'LAYER' || drawing.layers.size >= MAX_LAYERS) continue;
    const name = (entry.text(2) ?? '').trim();
    const colour = entry.number(62, 7);
    drawing.layers.set(name.toUpperCase(), {
      name,
      colour: colourOf(entry, undefined),
      hidden: colour < 0 || (entry.number(70) & 1) === 1,
    });
  }
}

/** The nine first colours of AutoCAD's index, and the steps between them. */
const FIRST = [
  '#ff0000',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#0000ff',
  '#ff00ff',
  '#000000',
  '#808080',
  '#c0c0c0',
];

/** Its own colour: true colour, or one of the index; that of the layer where it says so. */
export function colourOf(entity: Entity, layer: string | undefined): string | undefined {
  if (entity.has(420)) return `#${(entity.number(420) & 0xffffff).toString(16).padStart(6, '0')}`;
  if (!entity.has(62)) return layer;
  const index = Math.abs(entity.number(62));
  return index === 256 || index === 0 ? layer : indexed(index);
}

/** AutoCAD's index: from 10 on 24 hues of ten shades; from 250 greys. */
function indexed(index: number): string | undefined {
  if (index >= 1 && index <= 9) return FIRST[index - 1];
  if (index >= 250 && index <= 255) {
    const grey = [0x33, 0x50, 0x69, 0x82, 0xbe, 0xff][index - 250]!;
    return `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
  }
  if (index < 10 || index > 249) return undefined;
  const hue = Math.floor((index - 10) / 10) * 15;
  const shade = index % 10;
  const value = [1, 0.65, 0.5, 0.3, 0.15][Math.floor(shade / 2)]!;
  const saturation = shade % 2 === 0 ? 1 : 0.5;
  const part = (n: number): string => {
    const k = (n + hue / 60) % 6;
    const light = value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1));
    return Math.round(light * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(5)}${part(3)}${part(1)}`;
}
