import { canProject, printNumber } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import type { Settings } from '#core/settings';
import { printerOf, type Printer } from '#core/sketch';
import type { TextBubble } from '#plugins/measure/measure-2d/api';
import type { MeasuredPoint } from './measuring.ts';
import type { Amount, Leg } from './values.ts';

/** Of a measured point: where it is, its ±, how well its lines of sight meet, what to doubt, and how far it is from the one before. */
export function pointText(
  point: MeasuredPoint,
  number: number,
  i18n: I18n,
  settings: Settings,
  leg?: Leg,
): TextBubble['text'] {
  const t = (key: string, values?: Record<string, string | number>) => i18n.t(`panorama:${key}`, values);
  const print = printerOf(i18n, settings);
  const [east, north, up] = point.within.map((metres) => print.length(metres)) as [string, string, string];
  const crs = settings.get('workingCrs') ?? 'EPSG:4326';
  const title = t('measure.point', { number });
  const value = `± ${print.length(point.radius)}`;
  const lines = [
    // Until the reference system can be computed, as longitude and latitude.
    print.coordinates([point.position[0], point.position[1]], canProject(crs) ? crs : 'EPSG:4326'),
    t('measure.ellipsoidal', { height: print.length(point.position[2]) }),
    t('measure.within', { east, north, up }),
    point.on
      ? t(`measure.${point.on}`, { miss: print.length(point.miss) })
      : t('measure.angle', {
          angle: printNumber(point.angle, 1, i18n.language),
          miss: print.length(point.miss),
        }),
    ...(leg ? legLines(leg, print, t) : []),
  ];
  const notes = [
    t('measure.from', { names: point.from.join(', ') }),
    ...doubtsOf(point).map((key) => t(key)),
  ];
  return {
    title: `${title} ${value}`,
    name: title,
    value,
    lines,
    notes,
    whole: [title, value, ...lines, ...notes].join('\n'),
  };
}

/** Keys of what makes a point doubtful. */
export function doubtsOf({ warnings, assumed, lacksHeight, on }: MeasuredPoint): string[] {
  return [
    ...warnings.map((warning) => `doubt.${warning}`),
    ...(assumed ? ['doubt.assumed'] : []),
    ...(lacksHeight ? ['doubt.height'] : []),
    ...(on === 'terrain' || on === 'model' || on === 'facade' ? [`doubt.${on}`] : []),
  ];
}

type Translated = (key: string, values?: Record<string, string | number>) => string;

/** From the point before: distance, level distance and height difference, each with its ±. */
function legLines({ from, amounts }: Leg, print: Printer, t: Translated): string[] {
  return amounts.map((amount) => t(`leg.${amount.quantity}`, { from, value: amountText(amount, print) }));
}

/** A value with its ±. */
export function amountText({ quantity, amount, within }: Amount, print: Printer): string {
  const printed = (value: number) => (quantity === 'area' ? print.area(value) : print.length(value));
  return `${printed(amount)} ± ${printed(within)}`;
}
