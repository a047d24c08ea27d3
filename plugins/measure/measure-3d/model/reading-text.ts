import {
  canProject,
  printAngle,
  printCoordinates,
  printNumber,
  printPlain,
  type AngleUnit,
} from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import type { Settings } from '#core/settings';
import { printerOf, type Printer } from '#core/sketch';
import type { TextBubble } from '#plugins/measure/measure-2d/api';
import type { SpaceMeasure } from './measures.ts';
import type { SpaceReading } from './measuring.ts';
import type { SpaceValue } from './values.ts';

interface ReadingTextOptions {
  readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly print: Printer;
  readonly locale: string;
  readonly units: AngleUnit;
  /** The display CRS of coordinates. */
  readonly crs: string;
}

export function wordsOf(i18n: I18n, settings: Settings): ReadingTextOptions {
  const displayCrs = settings.get('epsg');
  return {
    t: (key, values) => i18n.t(`measure-3d:${key}`, values),
    print: printerOf(i18n, settings),
    locale: i18n.language,
    units: settings.get('angleUnit'),
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
function standsOn({ standings, surface }: SpaceReading, { t, print }: ReadingTextOptions): string[] {
  const things = standings.map(({ on, tileset }) =>
    tileset === undefined ? t(`on.${on}`) : t('on.tileset', { name: tileset }),
  );
  const hit = t('hit', { on: [...new Set(things)].join(', ') });
  return surface
    ? [hit, t('surface', { name: surface.name, resolution: print.length(surface.resolution) })]
    : [hit];
}

function coordinates(
  { standings }: SpaceReading,
  { crs, locale }: ReadingTextOptions,
  form: ReadingPrecision,
): string {
  const [longitude, latitude] = standings[0]!.place;
  const digits = (code: string) => (form === 'shown' ? {} : { digits: code === 'EPSG:4326' ? 12 : 6 });
  try {
    return printCoordinates([longitude, latitude], { crs, locale, ...digits(crs) });
  } catch {
    // Outside the area of the CRS.
    return printCoordinates([longitude, latitude], { locale, ...digits('EPSG:4326') });
  }
}

function amountText(
  { unit, amount }: SpaceValue,
  { print, locale, units: angleUnit }: ReadingTextOptions,
  form: ReadingPrecision,
): string {
  if (Number.isNaN(amount)) return '–';
  if (form === 'exact')
    return unit === '°'
      ? printAngle(amount, angleUnit, locale, 10)
      : `${printPlain(amount, 6, locale)}\u00a0${unit}`;
  if (unit === 'm') return print.length(amount);
  if (unit === 'm²') return print.area(amount);
  if (unit === '°') return print.azimuth(amount);
  if (unit === '%') return `${printNumber(amount, 2, locale)}\u00a0%`;
  return `${printNumber(amount, Math.abs(amount) < 1000 ? 3 : 1, locale)}\u00a0m³`;
}
