import type { Block, Drawing } from './drawing.ts';
import type { Entity } from './entity.ts';
import { textOfEntity } from './dxf-text.ts';
import { applied, moved, product, scaled, turned, worldOf, type Matrix, type Vector } from './matrix.ts';
import { shapeOf, TEXTS, type Shape } from './shapes-of.ts';

/** Entities that one block reference may draw; more are a bomb. */
const MAX_DRAWN = 200_000;
const DEEPEST = 40;

/** What a block reference draws. */
export interface Drawn {
  /** Where it stands, before the map of the drawing. */
  place: Vector;
  /** Everything but texts. */
  shapes: Shape[];
  /** Texts, each with the entity that it is of. */
  texts: { entity: Entity; shape: Shape }[];
  /** Single entities, for what is not merged into one feature. */
  single: { entity: Entity; shape: Shape }[];
  attributes: Record<string, string>;
  problems: Map<string, string>;
}

/** Draws block references. A block that contains itself, or too much, is refused. */
export class Inserts {
  readonly #drawing: Drawing;
  readonly #sizes = new Map<Block, number>();

  constructor(drawing: Drawing) {
    this.#drawing = drawing;
  }

  /** Each copy of an array for itself. */
  *drawn(insert: Entity, matrix: Matrix): Generator<Drawn> {
    const name = blockName(insert);
    const block = this.#drawing.block(name);
    const tooLarge = block !== undefined && copiesOf(insert) * this.#size(block, []) > MAX_DRAWN;
    if (!block || tooLarge) {
      const into = nothing(insert.point(10));
      noteAttributes(insert, into);
      into.problems.set(block ? 'dxf-block-too-large' : 'dxf-block-missing', name);
      yield into;
      return;
    }
    for (const placement of placementsOf(insert, block)) {
      const into = nothing(applied(placement, block.base));
      noteAttributes(insert, into);
      this.#draw(block, product(matrix, placement), into, []);
      yield into;
    }
  }

  /** How many entities a block draws; at least one, because an array of empty blocks takes its time, too. */
  #size(block: Block, within: readonly Block[]): number {
    const known = this.#sizes.get(block);
    if (known !== undefined) return known;
    if (within.includes(block) || within.length > DEEPEST) return 1;
    let size = 1;
    for (const entity of block.entities) {
      const inner = isReference(entity) ? this.#drawing.block(blockName(entity)) : undefined;
      size += inner ? 1 + copiesOf(entity) * this.#size(inner, [...within, block]) : 1;
      if (size > MAX_DRAWN) break;
    }
    this.#sizes.set(block, size);
    return size;
  }

  #draw(block: Block, matrix: Matrix, into: Drawn, within: readonly Block[]): void {
    if (within.includes(block) || within.length >= DEEPEST) {
      into.problems.set('dxf-block-cyclic', block.name);
      return;
    }
    for (const entity of block.entities) {
      if (isReference(entity)) {
        const inner = this.#drawing.block(blockName(entity));
        if (entity.type === 'INSERT') noteAttributes(entity, into);
        if (!inner) into.problems.set('dxf-block-missing', blockName(entity));
        else
          for (const placement of placementsOf(entity, inner))
            this.#draw(inner, product(matrix, placement), into, [...within, block]);
        continue;
      }
      const shape = shapeOf(entity, matrix);
      if (shape === undefined) into.problems.set('dxf-unread', entity.type);
      if (!shape) continue;
      into.single.push({ entity, shape });
      if (TEXTS.has(entity.type)) into.texts.push({ entity, shape });
      else into.shapes.push(shape);
    }
  }
}

const nothing = (place: Vector): Drawn => ({
  place,
  shapes: [],
  texts: [],
  single: [],
  attributes: {},
  problems: new Map(),
});

export const isReference = ({ type }: Entity): boolean => REFERENCES.has(type);
const REFERENCES = new Set(['INSERT', 'DIMENSION', 'ARC_DIMENSION', 'LARGE_RADIAL_DIMENSION', 'ACAD_TABLE']);

export const blockName = (entity: Entity): string => (entity.text(2) ?? '').trim();

function copiesOf(insert: Entity): number {
  if (insert.type !== 'INSERT') return 1;
  return Math.max(0, insert.number(70, 1)) * Math.max(0, insert.number(71, 1));
}

/** Where the copies of a block stand. A dimension's block is drawn as it is. */
function* placementsOf(insert: Entity, { base }: Block): Generator<Matrix> {
  const back = moved(-base[0], -base[1], -base[2]);
  if (insert.type !== 'INSERT') {
    const at = insert.type === 'ACAD_TABLE' ? insert.point(10) : insert.point(12);
    yield product(moved(...at), back);
    return;
  }
  const extrusion: Vector = [insert.number(210), insert.number(220), insert.number(230, 1)];
  const place = product(worldOf(extrusion), product(moved(...insert.point(10)), turned(insert.number(50))));
  const size = scaled(insert.number(41, 1) || 1, insert.number(42, 1) || 1, insert.number(43, 1) || 1);
  const [columns, rows] = [insert.number(70, 1), insert.number(71, 1)];
  const [wide, high] = [insert.number(44), insert.number(45)];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      yield product(place, product(moved(column * wide, row * high, 0), product(size, back)));
}

function noteAttributes(insert: Entity, { attributes }: Drawn): void {
  for (const part of insert.parts) {
    if (part.type !== 'ATTRIB') continue;
    const tag = (part.text(2) ?? '').trim();
    if (tag !== '' && attributes[tag] === undefined) attributes[tag] = textOfEntity(part);
  }
}
