import { canProject, fromDegrees, printAngle, printNumber } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import type { Position } from '#core/protocol';
import type { Settings, Units } from '#core/settings';
import {
  exactAngleDigits,
  printerOf,
  printExact,
  printExactAngle,
  printExactCoordinates,
  shownUnit,
  type Printer,
  type ShownUnit,
} from '#core/sketch';
import type { TextBubble } from '#plugins/measure/measure-2d/api';
import type { SpaceMeasure } from './measures.ts';
import type { SpaceReading } from './measuring.ts';
import type { SpaceValue } from './values.ts';

interface ReadingTextOptions {
  readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly print: Printer;
  readonly locale: string;
  readonly units: Units;
  /** The display CRS of coordinates. */
  readonly crs: string;
}

export function wordsOf(i18n: I18n, settings: Settings): ReadingTextOptions {
  const displayCrs = settings.get('workingCrs');
  return {
    t: (key, values) => i18n.t(`measure-3d:${key}`, values),
    print: printerOf(i18n, settings),
    locale: i18n.language,
    units: settings.get('units'),
    crs: canProject(displayCrs) ? displayCrs : 'EPSG:4326',
  };
}

/** `shown` with the decimals of the project, `exact` to the micrometre and finer, for the clipboard. */
type ReadingPrecision = 'shown' | 'exact';

/** The text of a measurement: the main value first, each of the others with how it was determined. */
export function textOf(
  { kind, reading, failed }: SpaceMeasure,
  words: ReadingTextOptions,
): TextBubble['text'] {
  const { t } = words;
  const name = t(`tool.${kind}`);
  if (!reading) {
    const status = failed === undefined ? t('taking') : sentenceOf(failed);
    return { title: `${name}: ${status}`, value: name, lines: [], notes: [status], whole: status };
  }
  const [head, ...rest] = reading.values;
  const place = kind === 'point' ? coordinates(reading, words, 'shown') : undefined;
  const value = place ?? (head ? amountText(head, words, 'shown') : '–');
  const explained = (one: SpaceValue, form: ReadingPrecision) =>
    `${t(`quantity.${one.quantity}`)} ${amountText(one, words, form)} (${t(`how.${one.how}`, { model: one.model })})`;
  const remaining = place === undefined ? rest : reading.values;
  const lead =
    place === undefined && head ? [`${t(`quantity.${head.quantity}`)}: ${t(`how.${head.how}`)}`] : [];
  const notes = [...lead, ...standsOn(reading, words), ...reading.notes.map((note) => t(`note.${note}`))];
  const whole = [
    name,
    ...(place === undefined ? [] : [`${words.crs} ${coordinates(reading, words, 'exact')}`]),
    ...reading.values.map((one) => explained(one, 'exact')),
    ...standsOn(reading, words),
    ...reading.notes.map((note) => t(`note.${note}`)),
    ...reading.standings.map(({ place: at }, i) => `${i + 1}. ${at.join(' ')}`),
  ];
  return {
    title: `${name} ${value}`,
    value,
    lines: remaining.filter(({ amount }) => !Number.isNaN(amount)).map((one) => explained(one, 'shown')),
    notes,
    whole: whole.join('\n'),
  };
}

/** The surface that was hit, and the resolution of the terrain used. */
function standsOn(
  { standings, surface, cells, under, sets = [], meshed }: SpaceReading,
  { t, print, locale }: ReadingTextOptions,
): string[] {
  const things = standings.map(({ on, tileset }) =>
    tileset === undefined ? t(`on.${on}`) : t('on.tileset', { name: tileset }),
  );
  const hit = t('hit', { on: [...new Set(things)].join(', ') });
  const lines = [hit];
  if (surface) lines.push(t('surface', { name: surface.name, resolution: print.length(surface.resolution) }));
  lines.push(...setsText(sets, meshed, { t, print, locale }));
  if (cells?.cells !== undefined)
    lines.push(t('cells', { cells: printNumber(cells.cells, 0, locale), cell: print.length(cells.cell) }));
  if (cells && cells.missing > 0)
    lines.push(
      t('cells.missing', { share: printNumber(100 * cells.missing, cells.missing < 0.1 ? 2 : 0, locale) }),
    );
  if (cells?.cellsOf === 'tiles') lines.push(t('cells.tiles'));
  if (under !== undefined) lines.push(t('under', { name: under }));
  return lines;
}

/** What was seen of 3D Tiles, and what was not. */
function setsText(
  sets: NonNullable<SpaceReading['sets']>,
  meshed: number | undefined,
  { t, print, locale }: Pick<ReadingTextOptions, 't' | 'print' | 'locale'>,
): string[] {
  const met = sets.filter(({ triangles, unread }) => triangles > 0 || unread > 0);
  const lines = met.flatMap(({ name, triangles, error, unread }) => [
    t('set', { name, triangles: printNumber(triangles, 0, locale) }),
    ...(error > 0 ? [t('set.coarse', { name, error: print.length(error) })] : []),
    ...(unread > 0 ? [t('set.unread', { name, unread: printNumber(unread, 0, locale) })] : []),
  ]);
  if (sets.length > 0 && meshed !== undefined)
    lines.push(t('meshed', { share: printNumber(100 * meshed, meshed < 0.1 ? 2 : 0, locale) }));
  return lines;
}

function coordinates(
  { standings }: SpaceReading,
  { crs, locale, print, units }: ReadingTextOptions,
  form: ReadingPrecision,
): string {
  const [longitude, latitude] = standings[0]!.place;
  const place: Position = [longitude, latitude];
  const text = (code: string) =>
    form === 'shown' ? print.coordinates(place, code) : printExactCoordinates(place, code, units, locale);
  try {
    return text(crs);
  } catch {
    // Outside the area of the CRS.
    return text('EPSG:4326');
  }
}

function amountText(
  { unit, amount, within }: SpaceValue,
  { print, locale, units }: ReadingTextOptions,
  form: ReadingPrecision,
): string {
  if (Number.isNaN(amount)) return '–';
  if (within !== undefined && within > 0)
    return surelyText({ unit, amount, within }, { locale, units }, form === 'exact' ? 6 : 0);
  if (form === 'exact') return exactText(amount, unit, { locale, units });
  if (unit === 'm') return print.length(amount);
  if (unit === 'm²') return print.area(amount);
  if (unit === '°') return print.azimuth(amount);
  if (unit === 'm³') return print.volume(amount);
  return `${printNumber(amount, 2, locale)}\u00a0%`;
}

type Terms = Pick<ReadingTextOptions, 'locale' | 'units'>;

function exactText(amount: number, unit: SpaceValue['unit'], { locale, units }: Terms): string {
  return unit === '°'
    ? printExactAngle(amount, units, locale)
    : printExact(amount, unitOf(unit, units), locale);
}

/** With the decimals that its uncertainty allows, and `more`: `−1,999.7 m³ ± 0.5 m³`. */
function surelyText(
  { unit, amount, within }: Pick<SpaceValue, 'unit' | 'amount'> & { readonly within: number },
  { locale, units }: Terms,
  more: number,
): string {
  const { symbol, size, digits: max } = unitOf(unit, units);
  const digits = Math.min(max, more + Math.max(0, -Math.floor(Math.log10(within / size))));
  const print = (value: number) =>
    unit === '°'
      ? printAngle(value, units.angleUnit, locale, digits)
      : `${printNumber(value / size, digits, locale)}\u00a0${symbol}`;
  return `${print(amount)} ± ${print(within)}`;
}

const QUANTITIES = { m: 'length', 'm²': 'area', 'm³': 'volume' } as const;

/** The unit in which a value is shown; of angles in degrees, minutes and seconds that is the second. */
function unitOf(unit: SpaceValue['unit'], units: Units): ShownUnit {
  if (unit === '%') return { symbol: unit, size: 1, digits: 6 };
  if (unit !== '°') return shownUnit(QUANTITIES[unit], units);
  const { angleUnit } = units;
  const size = angleUnit === 'dms' ? 1 / 3600 : 1 / fromDegrees(1, angleUnit);
  return { symbol: unit, size, digits: exactAngleDigits(units) };
}
