import type { Tag } from './tags.ts';

/** An entity with its groups, in order. */
export class Entity {
  readonly type: string;
  readonly tags: Tag[] = [];
  /** Vertices of a polyline, attributes of a block reference. */
  readonly parts: Entity[] = [];

  constructor(type: string) {
    this.type = type;
  }

  text(code: number): string | undefined {
    const value = this.tags.find((tag) => tag.code === code)?.value;
    return value === undefined ? undefined : String(value);
  }

  number(code: number, otherwise = 0): number {
    const value = this.tags.find((tag) => tag.code === code)?.value;
    if (value === undefined) return otherwise;
    const number = Number(value);
    return Number.isFinite(number) ? number : otherwise;
  }

  has(code: number): boolean {
    return this.tags.some((tag) => tag.code === code);
  }

  /** The point at `code`, `code` + 10 and `code` + 20; NaN where what stands there is no number. */
  point(code: number): [number, number, number] {
    const at = (axis: number): number => this.number(axis, this.has(axis) ? NaN : 0);
    return [at(code), at(code + 10), at(code + 20)];
  }

  /** The points of a list: each begins with `code`. */
  points(code: number): [number, number, number][] {
    const found: [number, number, number][] = [];
    for (const tag of this.tags) {
      const value = Number(tag.value);
      if (tag.code === code) found.push([value, 0, 0]);
      else if (tag.code === code + 10 && found.length > 0) found.at(-1)![1] = value;
      else if (tag.code === code + 20 && found.length > 0) found.at(-1)![2] = value;
    }
    return found;
  }

  numbers(code: number): number[] {
    return this.tags.filter((tag) => tag.code === code).map((tag) => Number(tag.value));
  }
}

/** Groups the tags of a section into entities: vertices with their polyline, attributes with their block reference. */
export function* entitiesOf(tags: Iterable<Tag>): Generator<Entity> {
  let current: Entity | undefined;
  let parent: Entity | undefined;
  const done = function* (entity: Entity | undefined): Generator<Entity> {
    if (!entity) return;
    if (parent) {
      if (entity.type === 'VERTEX' || entity.type === 'ATTRIB') return void parent.parts.push(entity);
      const complete = parent;
      parent = undefined;
      yield complete;
      if (entity.type === 'SEQEND') return;
    }
    const takesMore = entity.type === 'POLYLINE' || (entity.type === 'INSERT' && entity.number(66) === 1);
    if (takesMore) parent = entity;
    else if (entity.type !== 'SEQEND') yield entity;
  };
  for (const tag of tags) {
    if (tag.code === 0) {
      yield* done(current);
      current = new Entity(String(tag.value).trim());
    } else current?.tags.push(tag);
  }
  yield* done(current);
  if (parent) yield parent;
}
