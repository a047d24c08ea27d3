import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ANGLE_SYMBOLS } from '#core/geodesy';
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
import { planeIn } from '#core/sketch';
import type { TransformForm } from '../model/form.ts';
import { FORM } from '../model/tokens.ts';
import './TransformPopup.css';

/** What the tool in hand does to the selected objects: the value to type, around what, and in which geometry. */
export const TransformPopup = observer(function TransformPopup() {
  const form = useService(FORM);
  return form.kind ? <Popup key={form.kind} form={form} /> : null;
});

const Popup = observer(function Popup({ form }: { form: TransformForm }) {
  const t = useTranslate('transform-2d');
  const views = useService(VIEWS);
  const [measureCRS] = useSetting('measureCRS');
  const { crs } = planeIn(useProjectable(measureCRS || 'EPSG:4326'));
  const typed = form.kind === 'rotate' || form.kind === 'scale';
  return (
    <ToolPopup
      title={t(`tool.${form.kind!}`)}
      aside={t('count', { count: form.count })}
      onEscape={() => {
        form.type('');
        views.active?.focus();
      }}
    >
      {typed && <Value form={form} />}
      <Switch isSelected={form.keeps} onChange={(keeps) => form.keep(keeps)}>
        {t('keep')}
      </Switch>
      <p className="g-muted">{crs ? t('in.plane', { crs }) : t('in.geodesic')}</p>
    </ToolPopup>
  );
});

const Value = observer(function Value({ form }: { form: TransformForm }) {
  const t = useTranslate('transform-2d');
  const i18n = useI18n();
  const [judged, setJudged] = useState(false);
  const kind = form.kind as 'rotate' | 'scale';
  const symbol = kind === 'rotate' ? ` (${ANGLE_SYMBOLS[form.unit]})` : '';
  const wrong = form.value === undefined && form.text.trim() !== '';
  const problem = form.problem ? i18n.t(form.problem) : undefined;
  return (
    <Form
      onSubmit={() => {
        setJudged(true);
        form.apply();
      }}
    >
      <TextField
        label={`${t(`field.${kind}`)}${symbol}`}
        description={t(`field.${kind}.help`)}
        value={form.text}
        onChange={(text) => {
          setJudged(false);
          form.type(text);
        }}
        error={wrong && judged ? t(`field.${kind}.wrong`) : problem}
        autoFocus={form.count > 0}
        inputMode="decimal"
        autoComplete="off"
      />
      <div className="transform-row">
        <Button size="s" isDisabled={!form.pivot} onPress={() => form.turnAround(undefined)}>
          {t('pivot.middle')}
        </Button>
        <Button
          size="s"
          type="submit"
          variant="primary"
          isDisabled={form.count === 0 || form.text.trim() === ''}
        >
          {t(`apply.${kind}`)}
        </Button>
      </div>
    </Form>
  );
});
