import { observer } from 'mobx-react-lite';
import { createElement } from 'react';
import { VIEWS, type MapView } from '#core/mapview';
import { useI18n, useObservable, useProjectable, useService, useSetting, useTranslate } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TEXT_BUBBLES } from '#plugins/measure/measure-2d/api';
import { anchorOf, geometryOf } from '../model/picture.ts';
import { textOf, wordsOf } from '../model/reading-text.ts';
import { SPACE_MEASURE_STORAGE, SPACE_MEASURES } from '../model/measures.ts';

/** The bubbles of all 3D measurements on the globe or the point cloud. */
export const Bubbles = observer(function Bubbles() {
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const measures = useService(SPACE_MEASURES);
  // From now on, measurements stored with the project are on the globe.
  useService(SPACE_MEASURE_STORAGE);
  const isInSpace = view !== undefined && view.kind !== '2d';
  return isInSpace && measures.list.length > 0 ? <Shown view={view} /> : null;
});

const Shown = observer(function Shown({ view }: { view: MapView }) {
  // Loads its texts.
  useTranslate('measure-3d');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const measures = useService(SPACE_MEASURES);
  const keeping = useService(SPACE_MEASURE_STORAGE);
  useSetting('units');
  const [workingCrs] = useSetting('workingCrs');
  useProjectable(workingCrs);
  const words = wordsOf(i18n, settings);
  const bubbles = measures.list.map((measure) => ({
    id: measure.id,
    at: anchorOf(measures, measure),
    offset: measure.offset,
    figure: [geometryOf(measure.kind, [...measures.placesOf(measure)])],
    text: textOf(measure, words),
    stored: measure.stored === true,
    keeping,
    drag: (offset: readonly [number, number]) => measures.dragBubble(measure.id, offset),
    folded: measure.folded === true,
    fold: (folded: boolean) => measures.foldBubble(measure.id, folded),
    close: () => measures.remove(measure.id),
  }));
  return createElement(useService(TEXT_BUBBLES), { view, bubbles });
});
