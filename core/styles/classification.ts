import type { Style } from '#core/protocol';
import { fieldsOfClasses, readsGeometry, styleAt, type ReadValue, type StyledObject } from './resolve.ts';
import { hasScale } from './scale.ts';

/** How a style sorts objects into classes, for tiles: whoever draws them needs neither attributes nor geometry. */
export interface Classification {
  /** The property of shapes in tiles with their classes. Its name changes with anything that sorts objects otherwise. */
  readonly property: string;
  /** The fields that are read. */
  readonly fields: readonly string[];
  readonly readsGeometry: boolean;
  /** Names the classes of an object (`StyleAt.symbolsOfClass`); undefined for one that is never drawn. */
  classOf<T extends StyledObject>(object: T, read?: ReadValue<T>): string | undefined;
}

const known = new WeakMap<Style, Classification | undefined>();

/** Returns undefined for a style that draws all objects alike. */
export function classificationOf(style: Style): Classification | undefined {
  if (!known.has(style)) known.set(style, make(style));
  return known.get(style);
}

function make(style: Style): Classification | undefined {
  if (!style.classes && style.filter === undefined) return undefined;
  return {
    property: `class-${hashOf(JSON.stringify(conditionsOf(style)))}`,
    fields: fieldsOfClasses(style),
    readsGeometry: readsGeometry(style),
    classOf: (object, read) => styleAt(style, undefined, read).classOf(object),
  };
}

/** What decides which class an object is in, and whether it is drawn at all. */
function conditionsOf({ classes, filter }: Style): unknown {
  if (!classes) return [filter];
  const { kind, others } = classes;
  switch (kind) {
    case 'categorized':
      return [filter, kind, others, classes.field, classes.categories.map((one) => [one.value, one.hidden])];
    case 'graduated':
      return [
        filter,
        kind,
        others,
        classes.field,
        classes.ranges.map((one) => [one.from, one.to, one.hidden]),
      ];
    case 'rules':
      return [
        filter,
        kind,
        others,
        classes.rules.map((one) => [one.filter, one.hidden, one.otherwise, hasScale(one)]),
      ];
  }
}

/** A short name for a text: FNV-1a with two seeds, 64 bits. */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x050c5d1f];
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x01000193) ^ (high >>> 15);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36);
}
