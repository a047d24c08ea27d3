import { Unreadable, type Findings } from '../../../base/problems.ts';
import { colourOf, type Drawing } from './drawing.ts';
import { drawnDimension } from './dimension.ts';
import { plainCodes, textOfEntity } from './dxf-text.ts';
import type { Entity } from './entity.ts';
import { blockName, Inserts, isReference, type Drawn } from './inserts.ts';
import { applied, scaled, type Matrix } from './matrix.ts';
import { shapeOf, SILENT, TEXTS, type Shape } from './shapes-of.ts';

/** A feature of a drawing. */
export interface DxfFeature {
  /** Of the file, as the answers have it. */
  layer: string;
  properties: Record<string, unknown>;
  /** As GeoJSON, made when it is called; null where it has none. */
  geometry(): unknown;
  /** Problems of this feature: the kind of each, and its values. */
  problems?: readonly (readonly [kind: string, values?: Record<string, string | number>])[];
}

/** Answers to the questions of the format. */
export interface DxfAnswers {
  /** Layers of the drawing as layers of the file, or as a field. */
  layers: 'together' | 'separate';
  /** Block references as points, drawn out, or as points where they have attributes. */
  blocks: 'auto' | 'points' | 'drawn';
  /** What closed polylines become. */
  closed: 'lines' | 'areas';
  /** Of the drawing's unit, in that of the reference system. */
  scale: number;
}

/** Entities drawn by all block references together. */
const MAX_DRAWN = 20_000_000;
/** The application under which our own drawings keep attributes. */
const OWN_DATA = 'GROMA';

/** The features of the entities of a drawing. */
export class DxfFeatures {
  readonly #drawing: Drawing;
  readonly #answers: DxfAnswers;
  readonly #name: string;
  readonly #findings: Findings;
  readonly #inserts: Inserts;
  readonly #matrix: Matrix;
  #drawn = 0;
  /** The entity belongs to a sheet, whose coordinates are those of paper. */
  #onPaper = false;

  constructor(drawing: Drawing, answers: DxfAnswers, name: string, findings: Findings) {
    this.#drawing = drawing;
    this.#answers = answers;
    this.#name = name;
    this.#findings = findings;
    this.#inserts = new Inserts(drawing);
    this.#matrix = scaled(answers.scale, answers.scale, answers.scale);
  }

  *of(entity: Entity): Generator<DxfFeature> {
    this.#onPaper = entity.number(67) === 1;
    if (isReference(entity)) {
      yield* entity.type === 'INSERT' ? this.#insert(entity) : this.#dimension(entity);
      return;
    }
    const shape = shapeOf(entity, this.#matrix);
    if (shape === undefined) this.#findings.once('dxf-unread', { field: entity.type });
    // Without a shape, as a circle without radius: told as any feature without geometry.
    if (shape || (shape === null && !SILENT.has(entity.type))) yield this.#record(entity, shape);
    // The text of a leader stands beside its lines.
    if (/^(MULTI|M)LEADER$/.test(entity.type)) yield* this.#leaderText(entity);
  }

  *#insert(entity: Entity): Generator<DxfFeature> {
    for (const drawn of this.#inserts.drawn(entity, this.#matrix)) yield* this.#copy(entity, drawn);
  }

  *#copy(entity: Entity, drawn: Drawn): Generator<DxfFeature> {
    this.#count(drawn.single.length);
    const { attributes, shapes, texts } = drawn;
    const hasAttributes = Object.keys(attributes).length > 0;
    const asPoint = this.#answers.blocks === 'points' || (this.#answers.blocks === 'auto' && hasAttributes);
    const about = { Block: blockName(entity), ...attributes };
    const problems = this.#problems(drawn.problems);
    if (asPoint) {
      const place = applied(this.#matrix, drawn.place);
      yield this.#record(entity, { type: 'Point', coordinates: place }, about, problems);
      return;
    }
    const shape = merged(shapes);
    if (shape || problems.length > 0) yield this.#record(entity, shape, about, problems);
    for (const text of texts) yield this.#record(text.entity, text.shape, about, [], entity);
  }

  /** Its lines, arrows and text, each for itself. */
  *#dimension(entity: Entity): Generator<DxfFeature> {
    if (entity.type === 'DIMENSION' && !this.#drawing.block(blockName(entity))) {
      const { lines, text } = drawnDimension(entity);
      const placed = lines.map((line) => line.map((place) => applied(this.#matrix, place)));
      if (placed.length > 0) yield this.#record(entity, { type: 'MultiLineString', coordinates: placed });
      const place = text && applied(this.#matrix, text.place);
      if (place) yield this.#record(entity, { type: 'Point', coordinates: place }, { Text: text.text });
      return;
    }
    for (const drawn of this.#inserts.drawn(entity, this.#matrix)) {
      this.#count(drawn.single.length);
      this.#problems(drawn.problems);
      for (const { entity: part, shape } of drawn.single) yield this.#record(part, shape, {}, [], entity);
    }
  }

  *#leaderText(entity: Entity): Generator<DxfFeature> {
    const text = entity.text(304);
    if (text === undefined || text.trim() === 'LEADER_LINE{' || text.trim() === '') return;
    const place = applied(this.#matrix, entity.point(12));
    yield this.#record(
      entity,
      { type: 'Point', coordinates: place },
      { Text: plainCodes(text.replaceAll('\\P', '\n')) },
    );
  }

  #count(drawn: number): void {
    this.#drawn += drawn;
    if (this.#drawn > MAX_DRAWN) throw new Unreadable('dxf-bomb', { most: MAX_DRAWN });
  }

  /** Those of features; what all references to a block share is told once for the file. */
  #problems(found: ReadonlyMap<string, string>): [string, Record<string, string>][] {
    const own: [string, Record<string, string>][] = [];
    for (const [kind, name] of found) {
      if (kind === 'dxf-unread' || kind === 'dxf-block-missing')
        this.#findings.once(kind, { field: name.slice(0, 60) });
      else own.push([kind, { name: name.slice(0, 60) }]);
    }
    return own;
  }

  #record(
    entity: Entity,
    shape: Shape | null,
    more: Record<string, unknown> = {},
    problems: [string, Record<string, string>?][] = [],
    /** The block reference that it is drawn by: layer 0 and the colour of the block mean those of it. */
    by?: Entity,
  ): DxfFeature {
    const own = (entity.text(8) ?? '0').trim();
    const layer = plainCodes(own === '0' && by ? (by.text(8) ?? '0').trim() : own);
    const properties = { Layer: layer, ...this.#attributes(entity, layer, by), ...more };
    const named = this.#answers.layers === 'separate' ? layer || '0' : this.#name;
    const name = this.#onPaper ? `${named} (paper space)` : named;
    const areas = this.#answers.closed === 'areas';
    const geometry = () => (shape ? flattened(areas ? area(shape) : shape) : null);
    return { layer: name, properties, geometry, ...(problems.length > 0 && { problems }) };
  }

  #attributes(entity: Entity, layer: string, by: Entity | undefined): Record<string, unknown> {
    const about: Record<string, unknown> = { Type: entity.type };
    const [linetype, handle] = [entity.text(6), entity.text(5)];
    if (linetype && !/^by(layer|block)$/i.test(linetype.trim())) about['Linetype'] = linetype.trim();
    if (handle) about['EntityHandle'] = handle.trim();
    const colour = colourOf(entity, (by && colourOf(by, undefined)) ?? this.#drawing.layer(layer)?.colour);
    if (colour) about['Color'] = colour;
    if (entity.number(370, -1) > 0) about['Lineweight'] = entity.number(370) / 100;
    if (entity.number(39) !== 0) about['Thickness'] = entity.number(39);
    if (TEXTS.has(entity.type)) {
      about['Text'] = textOfEntity(entity);
      if (entity.has(40)) about['TextHeight'] = entity.number(40);
      if (entity.number(50) !== 0) about['TextAngle'] = entity.number(50);
    }
    return { ...about, ...ownData(entity) };
  }
}

/** Attributes that our drawings keep in extended data. */
function ownData(entity: Entity): Record<string, string> {
  const found: Record<string, string> = {};
  let inOwn = false;
  for (const { code, value } of entity.tags) {
    if (code === 1001) inOwn = String(value).trim() === OWN_DATA;
    else if (inOwn && code === 1000) {
      const [, name, text] = /^([^=]+)=([\s\S]*)$/.exec(String(value)) ?? [];
      if (name !== undefined) found[name] = plainCodes(text ?? '');
    }
  }
  return found;
}

/** Shapes of one kind as one Multi*, others as a collection. */
function merged(shapes: readonly Shape[]): Shape | null {
  const parts = shapes.flatMap(({ type, coordinates }) =>
    type.startsWith('Multi')
      ? (coordinates as unknown[]).map((part) => ({ type: type.slice(5), coordinates: part }))
      : [{ type, coordinates }],
  );
  const [first] = parts;
  if (!first) return null;
  if (parts.length === 1) return first;
  if (parts.every(({ type }) => type === first.type))
    return { type: `Multi${first.type}`, coordinates: parts.map(({ coordinates }) => coordinates) };
  return { type: 'GeometryCollection', geometries: parts } as unknown as Shape;
}

/** A closed line as an area. */
function area(shape: Shape): Shape {
  if (shape.type !== 'LineString') return shape;
  const line = shape.coordinates as number[][];
  const [first, last] = [line[0]!, line.at(-1)!];
  const closed = line.length > 3 && first.every((value, axis) => value === last[axis]);
  return closed ? { type: 'Polygon', coordinates: [line] } : shape;
}

/** A height of 0 everywhere is none: drawings in the plane have it too. */
function flattened(shape: Shape): unknown {
  const { geometries } = shape as unknown as { geometries?: Shape[] };
  if (geometries) return { type: shape.type, geometries: geometries.map(flattened) };
  let high = false;
  const look = (value: unknown): void => {
    if (typeof (value as unknown[])[0] === 'number') high ||= Math.abs((value as number[])[2] ?? 0) > 1e-12;
    else for (const inner of value as unknown[]) look(inner);
  };
  look(shape.coordinates);
  if (high) return shape;
  const flat = (value: unknown): unknown =>
    typeof (value as unknown[])[0] === 'number'
      ? (value as unknown[]).slice(0, 2)
      : (value as unknown[]).map(flat);
  return { type: shape.type, coordinates: flat(shape.coordinates) };
}
