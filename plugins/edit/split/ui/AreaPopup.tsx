import { observer } from 'mobx-react-lite';
import { VIEWS } from '#core/mapview';
import {
  Switch,
  ToolPopup,
  TypedValue,
  useMeasureCRS,
  usePrinter,
  useService,
  useTranslate,
} from '#core/react';
import { planeIn } from '#core/sketch';
import { AREA_FORM, type AreaForm } from '../model/area-form.ts';

/** The area to cut off, and the areas of the parts. */
export const AreaPopup = observer(function AreaPopup() {
  const form = useService(AREA_FORM);
  return form.isActive ? <Popup form={form} /> : null;
});

const Popup = observer(function Popup({ form }: { form: AreaForm }) {
  const t = useTranslate('split');
  const print = usePrinter();
  const views = useService(VIEWS);
  const { crs } = planeIn(useMeasureCRS());
  const { summary } = form;
  const wrong = form.requested === undefined && form.text.trim() !== '';
  return (
    <ToolPopup
      title={t('tool.area')}
      aside={summary ? print.area(summary.whole) : t('area.none')}
      onEscape={() => {
        form.type('');
        views.active?.focus();
      }}
    >
      <TypedValue
        form={form}
        label={t('area')}
        description={t('area.help')}
        wrong={summary && wrong ? t('area.wrong', { value: print.area(summary.whole) }) : undefined}
        isIdle={summary === undefined}
        action={t('area.split')}
        suffix={
          <span role="status">{(summary?.parts ?? []).map((area) => print.area(area)).join(' + ')}</span>
        }
      >
        <Switch isSelected={form.flipped} onChange={(flipped) => form.flip(flipped)}>
          {t('area.flipped')}
        </Switch>
      </TypedValue>
      <p className="g-muted">{crs ? t('area.plane', { crs }) : t('area.geodesic')}</p>
    </ToolPopup>
  );
});
