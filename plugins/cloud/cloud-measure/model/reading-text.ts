import { printNumber, volumeUnit } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { sentenceOf } from '#core/kernel';
import type { Settings } from '#core/settings';
import { printerOf, printExact, shownUnit } from '#core/sketch';
import type { TextBubble } from '#plugins/measure/measure-2d/api';
import type { CloudFigure } from './cloud-measures.ts';
import type { CloudReading, CloudValue } from './values.ts';

export interface Words {
  readonly i18n: I18n;
  readonly settings: Settings;
}

const key = (name: string): string => `cloud-measure:${name}`;

/** The text of a measurement: the main value first, what it is and from which version of which cloud. */
export function textOf(
  { kind, cloud, reading, failed, onAllPoints }: CloudFigure,
  words: Words,
): TextBubble['text'] {
  const { i18n, settings } = words;
  const name = i18n.t(key(`tool.${kind}`));
  const isEmpty = reading && reading.values.length === 0;
  if (!reading || isEmpty) {
    const status = isEmpty
      ? i18n.t(key('undefined'))
      : failed === undefined
        ? i18n.t(key('taking'))
        : sentenceOf(failed);
    return { title: `${name}: ${status}`, value: name, lines: [], notes: [status], whole: status };
  }
  const [head, ...rest] = reading.values as readonly [CloudValue, ...CloudValue[]];
  const line = (value: CloudValue) =>
    `${i18n.t(key(`quantity.${value.quantity}`))} ${amountText(value, words)}`;
  const lines = [...rest.map(line), ...placesOf(reading, words)];
  const notes = [
    i18n.t(key(`quantity.${head.quantity}`)),
    sourceText(reading.measured.source, cloud.name, i18n),
    ...terrainNotes(reading, words),
    ...(onAllPoints ? [i18n.t(key('several-clips'))] : []),
  ];
  const value = amountText(head, words);
  const exact = (one: CloudValue) =>
    `${i18n.t(key(`quantity.${one.quantity}`))} ${exactText(one, settings, i18n)}`;
  const whole = [name, ...reading.values.map(exact), ...placesOf(reading, words), ...notes.slice(1)].join(
    '\n',
  );
  return { title: `${name} ${value}`, value, lines, notes, whole };
}

/** Of a volume against a terrain: which, and what its ± leaves out. */
function terrainNotes({ measured }: CloudReading, { i18n, settings }: Words): string[] {
  const terrain = measured.measure === 'volume' ? measured.volume?.terrain : undefined;
  if (!terrain) return [];
  const { name, verticalCrs, otherGeoid } = terrain;
  const resolution = printerOf(i18n, settings).length(terrain.resolution);
  return [
    i18n.t(key('terrain'), { name, resolution }),
    ...(verticalCrs === null ? [i18n.t(key('terrain.ellipsoidal'))] : []),
    ...(otherGeoid === null ? [] : [i18n.t(key('terrain.geoid'), { geoid: otherGeoid })]),
  ];
}

/** From which version of which cloud, and whether all its points were seen. */
export function sourceText(
  { content, edits, points, complete, stoppedBy }: CloudReading['measured']['source'],
  name: string,
  i18n: I18n,
): string {
  const from = i18n.t(key('source'), { name, content, edits, count: points, points: i18n.number(points) });
  return complete ? from : `${from} ${i18n.t(key(`stopped.${stoppedBy ?? 'level'}`))}`;
}

/** `12.34 m³ ± 0.05 m³`. */
export function amountText({ unit, amount, within }: CloudValue, { i18n, settings }: Words): string {
  const print = printerOf(i18n, settings);
  const text = (value: number): string => {
    if (unit === 'm') return print.length(value);
    if (unit === 'm²') return print.area(value);
    if (unit === 'm³') return print.volume(value);
    if (unit === '°') return print.azimuth(value);
    return `${printNumber(value, 1, i18n.language)} %`;
  };
  return within === undefined ? text(amount) : `${text(amount)} ± ${text(within)}`;
}

function exactText(value: CloudValue, settings: Settings, i18n: I18n): string {
  const units = settings.get('units');
  if (value.unit === '°' || value.unit === '%') return amountText(value, { settings, i18n });
  const shown =
    value.unit === 'm³'
      ? {
          symbol: volumeUnit(units.lengthUnit).symbol,
          size: volumeUnit(units.lengthUnit).cubicMetres,
          digits: 6,
        }
      : shownUnit(value.unit === 'm' ? 'length' : 'area', units);
  const print = (amount: number) => printExact(amount, shown, i18n.language);
  return value.within === undefined ? print(value.amount) : `${print(value.amount)} ± ${print(value.within)}`;
}

/** E, N and height in the CRS of the cloud; longitude, latitude and ellipsoidal height; above the geoid. */
function placesOf(
  { place, position, isLocal, orthometric }: CloudReading,
  { i18n, settings }: Words,
): string[] {
  if (!place || !position) return [];
  const print = printerOf(i18n, settings);
  const number = (value: number) => printNumber(value, 3, i18n.language);
  if (isLocal) {
    const [x, y, z] = place.map(number) as [string, string, string];
    return [i18n.t(key('place.local'), { x, y, z })];
  }
  return [
    i18n.t(key('place.cloud'), { east: number(place[0]), north: number(place[1]), height: number(place[2]) }),
    i18n.t(key('place.earth'), { place: print.coordinates(position, 'EPSG:4326') }),
    ...(orthometric
      ? [
          orthometric.system === undefined
            ? i18n.t(key('place.geoid'), {
                height: print.length(orthometric.height),
                model: orthometric.model,
              })
            : i18n.t(key('place.system'), {
                height: print.length(orthometric.height),
                system: orthometric.system,
                model: orthometric.model,
              }),
        ]
      : []),
  ];
}
