import { observer } from 'mobx-react-lite';
import { VIEWS } from '#core/mapview';
import {
  MetricText,
  Switch,
  ToolPopup,
  TypedValue,
  useI18n,
  useMeasureCRS,
  usePrinter,
  useService,
  useTranslate,
} from '#core/react';
import { planeIn } from '#core/sketch';
import { FORM, type ReshapeForm } from '../model/form.ts';
import type { ReshapeKind } from '../model/reshapes.ts';

/** Options of the active tool, and how many vertices of the selected lines and polygons remain. */
export const ReshapePopup = observer(function ReshapePopup() {
  const form = useService(FORM);
  return form.kind ? <Popup key={form.kind} form={form} kind={form.kind} /> : null;
});

const Popup = observer(function Popup({ form, kind }: { form: ReshapeForm; kind: ReshapeKind }) {
  const t = useTranslate('reshape');
  const i18n = useI18n();
  const views = useService(VIEWS);
  const print = usePrinter();
  const { crs } = planeIn(useMeasureCRS());
  const wrong = form.value === undefined && form.text.trim() !== '';
  const { count, before, after, deviation } = form.summary;
  return (
    <ToolPopup
      title={t(`tool.${kind}`)}
      aside={t('count', { count })}
      onEscape={() => {
        form.type('');
        views.active?.focus();
      }}
    >
      <TypedValue
        form={form}
        label={t(`field.${kind}`)}
        description={t(`field.${kind}.help`)}
        wrong={wrong ? t(`field.${kind}.wrong`) : undefined}
        isIdle={count === 0}
        action={t('apply')}
        suffix={
          <div role="status">
            {after === undefined
              ? t('vertices', { count: before, value: i18n.number(before) })
              : t('vertices.change', {
                  before: i18n.number(before),
                  after: i18n.number(after),
                  change: i18n.number(after - before, { signDisplay: 'exceptZero' }),
                })}
            {deviation !== undefined && <div>{t('deviation', { value: print.length(deviation) })}</div>}
          </div>
        }
        inputMode="decimal"
      >
        {kind === 'offset' && (
          <Switch isSelected={form.keeps} onChange={(keeps) => form.keep(keeps)}>
            {t('keep')}
          </Switch>
        )}
      </TypedValue>
      <p className="g-muted">
        <MetricText crs={crs} />
      </p>
    </ToolPopup>
  );
});
