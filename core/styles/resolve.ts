import { formulaOf, type Formula } from '#core/expression';
import { propertyOf } from '#core/kernel';
import type { Geometry, Style, StyleClasses } from '#core/protocol';
import { classesOf } from './classes.ts';
import { hasScale, isInScale } from './scale.ts';

/** What a style reads of an object. */
export interface StyledObject {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly location?: Geometry;
}
export type ReadValue<T> = (object: T, field: string) => unknown;

/** A style at one scale. */
export interface StyleAt<T> {
  /** Returns the symbols with which an object is drawn, the lowest first; none: it is not drawn. */
  symbolsOf(object: T): readonly Style[];
  /** Names the classes of an object; undefined for one that is drawn at no scale. */
  classOf(object: T): string | undefined;
  /** The symbols of what is in these classes, which `classOf` of a style with the same classes has named. */
  symbolsOfClass(name: string): readonly Style[];
  /** The place of a symbol in the order of drawing: the style's own first, then those of the classes. */
  orderOf(symbol: Style): number;
}

/** Classes of an object by their place in the style; `BASE`: the style's own symbol. */
type ClassIndexes = readonly number[];
const BASE = -1;
const NOTHING: ClassIndexes = [];
const ONLY_BASE: ClassIndexes = [BASE];

/** Returns the classes that an object is in, at any scale. */
type Classify = <T extends StyledObject>(object: T, read: ReadValue<T>) => ClassIndexes;

/** A style prepared for many objects: each is classified once. */
class PreparedStyle {
  readonly #style: Style;
  readonly #classify: Classify;
  readonly #symbols: readonly Style[];
  readonly #classified = new WeakMap<object, ClassIndexes>();
  readonly #atScales = new Map<unknown, Map<string, unknown>>();
  readonly #named = new Map<string, ClassIndexes>();

  constructor(style: Style) {
    this.#style = style;
    this.#classify = classifierOf(style);
    const { height, label } = style;
    this.#symbols = classesOf(style).map(({ symbol }) => ({
      ...symbol,
      ...(height === undefined ? {} : { height }),
      ...(label === undefined ? {} : { label }),
    }));
  }

  at<T extends StyledObject>(scale: number | undefined, read: ReadValue<T>): StyleAt<T> {
    const { classes } = this.#style;
    const inScale = isInScale(this.#style, scale);
    const rules = inScale && classes?.kind === 'rules' ? classes.rules : [];
    const key = `${inScale} ${rules.map((rule) => Number(isInScale(rule, scale))).join('')}`;
    let ofReader = this.#atScales.get(read) as Map<string, StyleAt<T>> | undefined;
    if (!ofReader) this.#atScales.set(read, (ofReader = new Map()));
    let at = ofReader.get(key);
    if (!at) ofReader.set(key, (at = this.#make(scale, read)));
    return at;
  }

  #make<T extends StyledObject>(scale: number | undefined, read: ReadValue<T>): StyleAt<T> {
    const classOf = (object: T) => this.#nameOf(this.#indexesOf(object, read));
    if (!isInScale(this.#style, scale)) return alike([], classOf);
    if (!this.#style.classes && this.#style.filter === undefined) return alike([this.#style], classOf);
    const symbolsByClasses = new Map<ClassIndexes, readonly Style[]>();
    const symbolsOf = (indexes: ClassIndexes): readonly Style[] => {
      let symbols = symbolsByClasses.get(indexes);
      if (!symbols) symbolsByClasses.set(indexes, (symbols = this.#symbolsOf(indexes, scale)));
      return symbols;
    };
    return {
      orderOf: (symbol) => this.#symbols.indexOf(symbol),
      symbolsOf: (object) => symbolsOf(this.#indexesOf(object, read)),
      classOf,
      symbolsOfClass: (name) => symbolsOf(this.#indexesNamed(name)),
    };
  }

  #indexesOf<T extends StyledObject>(object: T, read: ReadValue<T>): ClassIndexes {
    let indexes = this.#classified.get(object);
    if (!indexes) this.#classified.set(object, (indexes = this.#classify(object, read)));
    return indexes;
  }

  #nameOf(indexes: ClassIndexes): string | undefined {
    const { classes } = this.#style;
    const isDrawn = (index: number) =>
      index === BASE ? classes?.others !== false : !classesOf(this.#style)[index]!.hidden;
    // At scales at which none of its rules applies, an object is drawn with the style's own symbol.
    const isBaseAtSomeScale =
      classes?.kind === 'rules' &&
      classes.others !== false &&
      indexes.some((index) => index !== BASE && hasScale(classes.rules[index]!));
    return isBaseAtSomeScale || indexes.some(isDrawn) ? indexes.join(' ') : undefined;
  }

  /** The same list for the same name; classes that the style does not have are left out. */
  #indexesNamed(name: string): ClassIndexes {
    let indexes = this.#named.get(name);
    if (!indexes) {
      const last = this.#symbols.length - 1;
      indexes = name
        .split(' ')
        .map(Number)
        .filter((n) => Number.isInteger(n) && n >= BASE && n <= last);
      this.#named.set(name, indexes);
    }
    return indexes;
  }

  #symbolsOf(indexes: ClassIndexes, scale: number | undefined): readonly Style[] {
    const { classes } = this.#style;
    const chosen = classes?.kind === 'rules' ? rulesAt(classes, indexes, scale) : indexes;
    return chosen.flatMap((index) => {
      if (index === BASE) return classes?.others === false ? [] : [this.#style];
      return classesOf(this.#style)[index]!.hidden ? [] : [this.#symbols[index]!];
    });
  }
}

/** Draws everything with the same symbols. */
function alike<T>(symbols: readonly Style[], classOf: StyleAt<T>['classOf']): StyleAt<T> {
  return { symbolsOf: () => symbols, orderOf: () => 0, classOf, symbolsOfClass: () => symbols };
}

const prepared = new WeakMap<Style, PreparedStyle>();

/**
 * Prepares a style for a scale 1 : `scale`; undefined where there is none. Styles and objects are immutable: results are
 * cached by their identity. `read` returns a value of an object; always give the same function for the same kind of objects.
 */
export function styleAt<T extends StyledObject>(
  style: Style,
  scale: number | undefined,
  read: ReadValue<T> = valueOf,
): StyleAt<T> {
  let known = prepared.get(style);
  if (!known) prepared.set(style, (known = new PreparedStyle(style)));
  return known.at(scale, read);
}

/** The objects of each symbol that occurs, in the order of drawing. */
export function groupedBySymbol<T>(
  at: Pick<StyleAt<T>, 'symbolsOf' | 'orderOf'>,
  objects: readonly T[],
): Iterable<readonly [Style, readonly T[]]> {
  const groups = new Map<Style, T[]>();
  for (const object of objects)
    for (const symbol of at.symbolsOf(object)) {
      const group = groups.get(symbol);
      if (group) group.push(object);
      else groups.set(symbol, [object]);
    }
  if (groups.size < 2) return groups;
  return [...groups].sort(([a], [b]) => at.orderOf(a) - at.orderOf(b));
}

function valueOf({ properties }: StyledObject, field: string): unknown {
  return propertyOf(properties, field);
}

const plainStyles = new WeakMap<Style, Style>();

/** The style with its own symbol for all objects; made once. */
export function withoutClasses(style: Style): Style {
  if (!style.classes && style.filter === undefined) return style;
  let plain = plainStyles.get(style);
  if (!plain) {
    const { classes: _classes, filter: _filter, ...rest } = style;
    plainStyles.set(style, (plain = rest));
  }
  return plain;
}

/** The fields that classes and filter read, without those of labels. */
export function fieldsOfClasses({ classes, filter }: Pick<Style, 'classes' | 'filter'>): readonly string[] {
  const fields = formulasIn({ classes, filter }).flatMap((formula) => formula.fields);
  return [...new Set(classes && classes.kind !== 'rules' ? [classes.field, ...fields] : fields)];
}

/** Whether classes or filter read the geometry. */
export function readsGeometry(style: Pick<Style, 'classes' | 'filter'>): boolean {
  return formulasIn(style).some((formula) => formula.readsGeometry);
}

function formulasIn({ classes, filter }: Pick<Style, 'classes' | 'filter'>): Formula[] {
  const rules = classes?.kind === 'rules' ? classes.rules : [];
  return [filter, ...rules.map((rule) => rule.filter)].flatMap((text) => {
    const formula = text === undefined ? undefined : formulaOf(text);
    return formula ? [formula] : [];
  });
}

function rulesAt(
  { rules }: Extract<StyleClasses, { kind: 'rules' }>,
  indexes: ClassIndexes,
  scale: number | undefined,
): ClassIndexes {
  // What the filter hides is in no class, not even in that of others.
  if (indexes.length === 0 || indexes[0] === BASE) return indexes;
  const inScale = indexes.filter((index) => isInScale(rules[index]!, scale));
  const matching = inScale.filter((index) => !rules[index]!.otherwise);
  const chosen = matching.length > 0 ? matching : inScale;
  return chosen.length > 0 ? chosen : ONLY_BASE;
}

function classifierOf({ classes, filter }: Pick<Style, 'classes' | 'filter'>): Classify {
  const inner = innerClassifierOf(classes);
  const condition = filter === undefined ? undefined : conditionOf(filter);
  if (!condition) return inner;
  return (object, read) => (condition(object, read) ? inner(object, read) : NOTHING);
}

function innerClassifierOf(classes: StyleClasses | undefined): Classify {
  if (!classes) return () => ONLY_BASE;
  // The same list for the same classes: lists are compared by identity.
  const lists = new Map<string, ClassIndexes>();
  const listOf = (indexes: readonly number[]): ClassIndexes => {
    const key = indexes.join(' ');
    const list = lists.get(key) ?? indexes;
    lists.set(key, list);
    return list;
  };
  switch (classes.kind) {
    case 'categorized': {
      const byValue = new Map(classes.categories.map(({ value }, n) => [keyOf(value), listOf([n])]));
      return (object, read) => byValue.get(keyOf(read(object, classes.field))) ?? ONLY_BASE;
    }
    case 'graduated': {
      const { ranges } = classes;
      const last = ranges.length - 1;
      return (object, read) => {
        const value = read(object, classes.field);
        if (typeof value !== 'number') return ONLY_BASE;
        const n = ranges.findIndex(
          ({ from, to }, i) => value >= from && (value < to || ((i === last || from === to) && value === to)),
        );
        return n < 0 ? ONLY_BASE : listOf([n]);
      };
    }
    case 'rules': {
      const conditions = classes.rules.map(({ filter }) =>
        filter === undefined ? undefined : conditionOf(filter),
      );
      return (object, read) => {
        const matching = conditions.flatMap((condition, n) =>
          !condition || condition(object, read) ? [n] : [],
        );
        return matching.length === 0 ? ONLY_BASE : listOf(matching);
      };
    }
  }
}

/** A condition that cannot be read holds for no object. */
function conditionOf(text: string): <T extends StyledObject>(object: T, read: ReadValue<T>) => boolean {
  const formula = formulaOf(text);
  return (object, read) =>
    formula !== undefined &&
    formula.evaluate(
      (field) => read(object, field),
      () => object.location,
    ) === true;
}

/** Empty texts count as no value. Numbers and texts that print alike are the same: choices are texts. */
function keyOf(value: unknown): string {
  return value === null || value === undefined || value === '' ? '' : `=${String(value)}`;
}
