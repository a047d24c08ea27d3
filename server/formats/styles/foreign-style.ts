import type { MapSymbol, Style } from '#core/protocol';

/** What of a style could not be taken over. */
export interface StyleOmission {
  /** Names a sentence `styles.read.*` of locales/<language>/server.json. */
  readonly key:
    | 'condition'
    | 'data-defined'
    | 'else-in-group'
    | 'font'
    | 'graphic'
    | 'labels-of-rules'
    | 'label-text'
    | 'layer'
    | 'marker'
    | 'more-styles'
    | 'offset'
    | 'renderer'
    | 'symbolizer'
    | 'unit';
  /** Where: the title of a rule or class; empty for the whole style. */
  readonly where: string;
  /** What, as the file names it. */
  readonly what: string;
}

/** A style read from SLD or QML, without what could not be taken over. */
export interface ForeignStyle {
  readonly style: Style;
  readonly omissions: readonly StyleOmission[];
}

/** Most omissions that are reported of one style; each is reported once. */
const MAX_OMISSIONS = 200;

/** Collects what cannot be taken over while a style is read. */
export class Omissions {
  readonly #all = new Map<string, StyleOmission>();
  /** The title of the rule or class that is read. */
  where = '';

  add(key: StyleOmission['key'], what = ''): void {
    const omission = { key, where: this.where.slice(0, 200), what: what.slice(0, 200) };
    if (this.#all.size < MAX_OMISSIONS) this.#all.set(JSON.stringify(omission), omission);
  }

  get all(): readonly StyleOmission[] {
    return [...this.#all.values()];
  }
}

/** The symbol of objects that no rule of a file is for; it is not drawn. */
export const NO_SYMBOL: MapSymbol = { stroke: '#808080', width: 1 };

/** CSS pixels of a millimetre and of a point. */
export const MILLIMETRE = 96 / 25.4;
export const POINT = 96 / 72;

/** A width or size within what a symbol may have, to hundredths; 0 where it is no number. */
export function bounded(value: number, max = 40): number {
  return Number.isFinite(value) ? Math.round(Math.max(0, Math.min(max, value)) * 100) / 100 : 0;
}

/** The radius of a marker of this size. */
export function radiusOf(size: number): number {
  return Math.max(1, bounded(size / 2));
}

/** `#rrggbb` with an opacity from 0 to 1; without it where it is 1. */
export function colourOf(rgb: string, opacity = 1): string {
  const alpha = Math.round(Math.max(0, Math.min(1, Number.isFinite(opacity) ? opacity : 1)) * 255);
  return alpha === 255 ? rgb.toLowerCase() : `${rgb.toLowerCase()}${alpha.toString(16).padStart(2, '0')}`;
}

/** The number n of a scale 1 : n, as styles have it; undefined where there is no limit. */
export function scaleOf(text: string | undefined): number | undefined {
  const value = Number(text);
  if (text === undefined || text.trim() === '' || !Number.isFinite(value) || value < 1) return undefined;
  return value >= 1_000_000_000 ? undefined : value;
}
