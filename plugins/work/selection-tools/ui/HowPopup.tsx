import { observer } from 'mobx-react-lite';
import { VIEWS } from '#core/mapview';
import { Select, ToolPopup, useObservable, useService, useTranslate } from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { MODES, type Mode } from '../model/combine.ts';
import { SELECTION_OPTIONS, REACHES, type Reach } from '../model/selection-options.ts';

/** Options of the area selection: how it changes the selection, and which objects it takes. */
export const HowPopup = observer(function HowPopup() {
  const t = useTranslate('selection-tools');
  const how = useService(SELECTION_OPTIONS);
  const views = useService(VIEWS);
  const selection = useService(SELECTION);
  const { length: count } = useObservable(selection.ids$, selection.ids);
  if (!how.tool) return null;
  // Only a box has a drag direction.
  const reaches = REACHES.filter((reach) => how.tool === 'box' || reach !== 'dragged');
  return (
    <ToolPopup
      title={t(`tool.${how.tool}`)}
      aside={t('selected', { count })}
      onEscape={() => views.active?.focus()}
      isOptional
    >
      <Select
        label={t('mode')}
        options={MODES.map((value) => ({ value, title: t(`mode.${value}`) }))}
        value={how.mode}
        onChange={(mode) => how.change({ mode: mode as Mode })}
      />
      <Select
        label={t('reach')}
        options={reaches.map((value) => ({ value, title: t(`reach.${value}`) }))}
        value={how.tool === 'area' && how.reach === 'dragged' ? 'touched' : how.reach}
        onChange={(reach) => how.change({ reach: reach as Reach })}
      />
    </ToolPopup>
  );
});
