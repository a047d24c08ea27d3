import { observer } from 'mobx-react-lite';
import { createElement } from 'react';
import { VIEWS } from '#core/mapview';
import { useI18n, useObservable, useProjectable, useService, useSetting, useTranslate } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TEXT_BUBBLES, type TextBubblesProps } from '#plugins/measure/measure-2d/api';
import { MEASURING } from '../model/measuring.ts';
import { SIGHTED_STORAGE } from '../model/sighted-records.ts';
import { pointText } from '../model/point-text.ts';
import { legsOf } from '../model/values.ts';

function TextBubbles(props: TextBubblesProps) {
  return createElement(useService(TEXT_BUBBLES), props);
}

/** The bubbles of points that were measured in panoramas. */
export const Bubbles = observer(function Bubbles() {
  // Loads its texts.
  useTranslate('panorama');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const views = useService(VIEWS);
  const open = useObservable(views.open$, views.open);
  const view = open.find(({ kind }) => kind === 'panorama');
  const measuring = useService(MEASURING);
  const storage = useService(SIGHTED_STORAGE);
  useSetting('units');
  const [crs] = useSetting('workingCrs');
  // Loads it.
  useProjectable(crs);
  if (!view || measuring.points.length === 0) return null;
  const legs = legsOf(measuring.points);
  const bubbles = measuring.points.map((point, i) => ({
    id: point.id,
    at: [...point.position] as [number, number, number],
    offset: point.offset,
    figure: [{ type: 'Point' as const, coordinates: [...point.position] as [number, number, number] }],
    text: pointText(point, i + 1, i18n, settings, legs[i - 1]),
    stored: point.stored === true,
    keeping: storage,
    folded: point.folded === true,
    drag: (offset: readonly [number, number]) => measuring.figures.dragBubble(point.id, offset),
    fold: (folded: boolean) => measuring.figures.foldBubble(point.id, folded),
    close: () => measuring.remove(point.id),
  }));
  return <TextBubbles view={view} bubbles={bubbles} />;
});
