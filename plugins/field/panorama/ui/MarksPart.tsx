import { observer } from 'mobx-react-lite';
import { createElement } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import type { PanoramicPlace } from '#core/protocol';
import { Button, saveFile, useI18n, useObservable, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { TOOLS } from '#core/tools';
import { MARK_BAR } from '#plugins/files/documents/api';
import { PANORAMA_MARKING } from '../model/marking.ts';
import { Pictures } from '../model/pictures.ts';

/** What is drawn over the panorama, by whom and when. */
export const MarksPart = observer(function MarksPart({
  place,
  mayWrite,
}: {
  place: PanoramicPlace;
  mayWrite: boolean;
}) {
  const t = useTranslate('panorama');
  const i18n = useI18n();
  const api = useService(API);
  const tools = useService(TOOLS);
  const toasts = useService(TOASTS);
  const drawn = useService(PANORAMA_MARKING);
  const bar = useService(MARK_BAR);
  const active = useObservable(tools.active$, tools.active);
  const { marking, isShown, kind, colour, words } = drawn;
  if (!marking) return null;
  const isDrawing = active?.id === 'panorama.mark';
  const copy = async () => {
    try {
      const { sphereCopy } = await import('./sphere-copy.ts');
      const result = await sphereCopy(place, marking.marks, new Pictures(api));
      if (!result) throw new Error(t('marks.copy-failed'));
      const { copy: picture, width } = result;
      const whole = place.pyramid?.width ?? width;
      if (width < whole)
        toasts.show(
          'info',
          t('marks.copy-smaller', { width: i18n.number(width), whole: i18n.number(whole) }),
        );
      saveFile(picture, `${place.name.replace(/\.\w+$/, '')} (${t('marks.copy-name')}).jpg`);
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    }
  };
  return (
    <div className="panorama-marks">
      {mayWrite && !isDrawing && (
        <Button size="s" onPress={() => void tools.activate('panorama.mark')}>
          {t('tool.mark')}
        </Button>
      )}
      {createElement(bar, {
        marking,
        mayWrite,
        isDrawing: mayWrite && isDrawing,
        isShown,
        onShow: (next) => drawn.show(next),
        kind,
        onKind: (next) => drawn.choose(next),
        colour,
        onColour: (next) => drawn.paint(next),
        words,
        onWords: (next) => drawn.write(next),
        onCopy: () => void copy(),
      })}
    </div>
  );
});
