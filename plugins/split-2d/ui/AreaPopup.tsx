import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { VIEWS } from '#core/mapview';
import {
  Button,
  Form,
  Switch,
  TextField,
  ToolPopup,
  useI18n,
  useProjectable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { SETTINGS } from '#core/settings';
import { planeIn, printerOf } from '#core/sketch';
import type { AreaForm } from '../model/area-form.ts';
import { AREA_FORM } from '../model/tokens.ts';
import './AreaPopup.css';

/** Which area the tool in hand shall cut off, and what the parts would have. */
export const AreaPopup = observer(function AreaPopup() {
  const form = useService(AREA_FORM);
  return form.inHand ? <Popup form={form} /> : null;
});

const Popup = observer(function Popup({ form }: { form: AreaForm }) {
  const t = useTranslate('split-2d');
  const i18n = useI18n();
  const print = printerOf(i18n, useService(SETTINGS));
  const views = useService(VIEWS);
  const [measureCRS] = useSetting('measureCRS');
  const { crs } = planeIn(useProjectable(measureCRS || 'EPSG:4326'));
  const [judged, setJudged] = useState(false);
  const { told } = form;
  const wrong = told && form.wanted === undefined && form.text.trim() !== '';
  return (
    <ToolPopup
      title={t('tool.area')}
      aside={told ? print.area(told.whole) : t('area.none')}
      onEscape={() => {
        form.type('');
        views.active?.focus();
      }}
    >
      <Form
        onSubmit={() => {
          setJudged(true);
          form.apply();
        }}
      >
        <TextField
          label={t('area')}
          description={t('area.help')}
          value={form.text}
          onChange={(text) => {
            setJudged(false);
            form.type(text);
          }}
          error={
            wrong && judged
              ? t('area.wrong', { value: print.area(told.whole) })
              : form.problem && i18n.t(form.problem)
          }
          // A phone would open its keyboard over the polygon that is to be chosen.
          autoFocus={told !== undefined}
          autoComplete="off"
        />
        <Switch isSelected={form.flipped} onChange={(flipped) => form.flip(flipped)}>
          {t('area.flipped')}
        </Switch>
        <div className="split-area-row">
          <span role="status">{(told?.parts ?? []).map((area) => print.area(area)).join(' + ')}</span>
          <Button size="s" type="submit" variant="primary" isDisabled={!told || form.text.trim() === ''}>
            {t('area.split')}
          </Button>
        </div>
      </Form>
      <p className="g-muted">{crs ? t('area.plane', { crs }) : t('area.geodesic')}</p>
    </ToolPopup>
  );
});
