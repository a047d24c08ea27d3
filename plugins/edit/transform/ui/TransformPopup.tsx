import { observer } from 'mobx-react-lite';
import { ANGLE_SIGNS } from '#core/geodesy';
import { VIEWS } from '#core/mapview';
import {
  Button,
  LengthField,
  MetricText,
  Switch,
  ToolPopup,
  TypedValue,
  useMeasureCRS,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { planeIn } from '#core/sketch';
import { FORM, type TransformForm } from '../model/form.ts';
import { FitPart } from './FitPart.tsx';

/** Options of the active tool: the value, the pivot, and the geometry in which to compute. */
export const TransformPopup = observer(function TransformPopup() {
  const form = useService(FORM);
  return form.kind ? <Popup key={form.kind} form={form} /> : null;
});

const Popup = observer(function Popup({ form }: { form: TransformForm }) {
  const t = useTranslate('transform');
  const views = useService(VIEWS);
  const { crs } = planeIn(useMeasureCRS());
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
      {typed ? <Value form={form} /> : <Keep form={form} />}
      {form.kind === 'fit' && <FitPart />}
      {form.kind === 'shift' && form.hasHeights && <Rise form={form} />}
      <p className="g-muted">
        <MetricText crs={crs} />
      </p>
    </ToolPopup>
  );
});

const Keep = observer(function Keep({ form }: { form: TransformForm }) {
  const t = useTranslate('transform');
  return (
    <Switch isSelected={form.keeps} onChange={(keeps) => form.keep(keeps)}>
      {t('keep')}
    </Switch>
  );
});

/** On the globe and on points the height comes from the two points unless typed; on the flat map heights are kept. */
const Rise = observer(function Rise({ form }: { form: TransformForm }) {
  const t = useTranslate('transform');
  const onGlobe = useService(VIEWS).active?.kind !== '2d';
  return (
    <LengthField
      label={t('heights.rise')}
      description={t(onGlobe ? 'heights.rise.globe' : 'heights.rise.flat')}
      value={form.rise}
      onChange={(metres) => form.raise(metres)}
    />
  );
});

const Value = observer(function Value({ form }: { form: TransformForm }) {
  const t = useTranslate('transform');
  const kind = form.kind as 'rotate' | 'scale';
  const [angleSymbol] = useSetting('angleSymbol');
  const symbol = kind === 'rotate' ? ` (${ANGLE_SIGNS[angleSymbol]})` : '';
  const wrong = form.value === undefined && form.text.trim() !== '';
  return (
    <TypedValue
      form={form}
      label={`${t(`field.${kind}`)}${symbol}`}
      description={t(`field.${kind}.help`)}
      wrong={wrong ? t(`field.${kind}.wrong`) : undefined}
      isIdle={form.count === 0}
      action={t(`apply.${kind}`)}
      suffix={
        <Button size="s" isDisabled={!form.pivot} onPress={() => form.turnAround(undefined)}>
          {t('pivot.middle')}
        </Button>
      }
      inputMode="decimal"
    >
      <Keep form={form} />
      {kind === 'scale' && form.hasHeights && (
        <Switch isSelected={form.scalesHeights} onChange={(scales) => form.scaleHeights(scales)}>
          {t('heights.scale')}
        </Switch>
      )}
    </TypedValue>
  );
});
