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
import { planeIn } from '#core/sketch';
import type { ReshapeForm } from '../model/form.ts';
import type { ReshapeKind } from '../model/reshapes.ts';
import { FORM } from '../model/tokens.ts';
import './ReshapePopup.css';

/** What the tool in hand does to the selected lines and outlines, and what it leaves of their vertices. */
export const ReshapePopup = observer(function ReshapePopup() {
  const form = useService(FORM);
  return form.kind ? <Popup key={form.kind} form={form} kind={form.kind} /> : null;
});

const Popup = observer(function Popup({ form, kind }: { form: ReshapeForm; kind: ReshapeKind }) {
  const t = useTranslate('reshape-2d');
  const i18n = useI18n();
  const views = useService(VIEWS);
  const [measureCRS] = useSetting('measureCRS');
  const { crs } = planeIn(useProjectable(measureCRS || 'EPSG:4326'));
  const [judged, setJudged] = useState(false);
  const wrong = form.value === undefined && form.text.trim() !== '';
  const { count, before, after } = form.told;
  return (
    <ToolPopup
      title={t(`tool.${kind}`)}
      aside={t('count', { count })}
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
          label={t(`field.${kind}`)}
          description={t(`field.${kind}.help`)}
          value={form.text}
          onChange={(text) => {
            setJudged(false);
            form.type(text);
          }}
          error={wrong && judged ? t(`field.${kind}.wrong`) : form.problem && i18n.t(form.problem)}
          autoFocus={count > 0}
          inputMode="decimal"
          autoComplete="off"
        />
        {kind === 'offset' && (
          <Switch isSelected={form.keeps} onChange={(keeps) => form.keep(keeps)}>
            {t('keep')}
          </Switch>
        )}
        <div className="reshape-row">
          <span role="status">
            {after === undefined
              ? t('vertices', { count: before, value: i18n.number(before) })
              : t('vertices.change', { before: i18n.number(before), after: i18n.number(after) })}
          </span>
          <Button
            size="s"
            type="submit"
            variant="primary"
            isDisabled={count === 0 || form.text.trim() === ''}
          >
            {t('apply')}
          </Button>
        </div>
      </Form>
      {kind !== 'smooth' && <p className="g-muted">{crs ? t('in.plane', { crs }) : t('in.geodesic')}</p>}
    </ToolPopup>
  );
});
