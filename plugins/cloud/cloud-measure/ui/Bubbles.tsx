import { observer } from 'mobx-react-lite';
import { createElement } from 'react';
import { VIEWS, type MapView } from '#core/mapview';
import { useI18n, useObservable, useService, useSetting, useTranslate } from '#core/react';
import { SETTINGS } from '#core/settings';
import { TEXT_BUBBLES } from '#plugins/measure/measure-2d/api';
import { CLOUD_MEASURES } from '../model/cloud-measures.ts';
import { geometryOf } from '../model/geometry.ts';
import { textOf } from '../model/reading-text.ts';

/** The bubbles of all measurements on the cloud. */
export const Bubbles = observer(function Bubbles() {
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const measures = useService(CLOUD_MEASURES);
  return view?.kind === 'cloud' && measures.list.length > 0 ? <Shown view={view} /> : null;
});

const Shown = observer(function Shown({ view }: { view: MapView }) {
  // Loads its texts.
  useTranslate('cloud-measure');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const measures = useService(CLOUD_MEASURES);
  useSetting('units');
  const bubbles = measures.list.map((figure) => ({
    id: figure.id,
    at: figure.reading?.position ?? figure.vertices.at(-1)!,
    offset: figure.offset,
    figure: [geometryOf(figure)],
    text: textOf(figure, { i18n, settings }),
    folded: figure.folded === true,
    drag: (offset: readonly [number, number]) => measures.dragBubble(figure.id, offset),
    fold: (folded: boolean) => measures.foldBubble(figure.id, folded),
    close: () => measures.remove(figure.id),
  }));
  return createElement(useService(TEXT_BUBBLES), { view, bubbles });
});
