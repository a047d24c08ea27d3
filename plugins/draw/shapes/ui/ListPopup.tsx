import { observer } from 'mobx-react-lite';
import { extentOf } from '#core/document';
import { VIEWS } from '#core/mapview';
import {
  Button,
  Form,
  MetricText,
  Select,
  Switch,
  TextArea,
  TextField,
  ToolPopup,
  useI18n,
  useMeasureCRS,
  useWorkingCrs,
  usePrinter,
  useService,
  useSetting,
  useTouch,
  useTranslate,
} from '#core/react';
import { planeIn } from '#core/sketch';
import { FORM, type ListForm } from '../model/list-form.ts';
import type { Becomes, Closing, ListResult, ListKind } from '../model/listed.ts';
import './ListPopup.css';

/** Most unreadable lines reported one by one. */
const MAX_BAD_ROWS = 3;

/** The coordinate list of the active tool: typed or pasted text, and its result. */
export const ListPopup = observer(function ListPopup() {
  const form = useService(FORM);
  return form.kind ? <Popup key={form.kind} form={form} kind={form.kind} /> : null;
});

const Popup = observer(function Popup({ form, kind }: { form: ListForm; kind: ListKind }) {
  const t = useTranslate('shapes');
  const views = useService(VIEWS);
  const unit = useSetting('units')[0].angleUnit;
  const crs = useWorkingCrs();
  const context = useTouch();
  const plane = planeIn(useMeasureCRS()).crs;
  const made = form.made;
  const vertices = made?.vertices ?? [];
  const ready = vertices.length > 0 && !made?.problem && made?.bad.length === 0;
  const traverse = kind === 'traverse';
  return (
    <ToolPopup
      title={t(`tool.${kind}`)}
      aside={t('count', { count: vertices.length })}
      onEscape={() => {
        form.clear();
        views.active?.focus();
      }}
    >
      <Form onSubmit={() => form.done?.()}>
        {traverse && (
          <TextField
            label={t('start', { crs })}
            description={t('start.help', { context })}
            value={form.start}
            onChange={(start) => form.change({ start })}
            error={made?.problem === 'start' ? t('problem.start', { crs }) : undefined}
            autoComplete="off"
          />
        )}
        <TextArea
          label={traverse ? t('rows.traverse') : t('rows.coordinates', { crs })}
          description={
            traverse
              ? t(`rows.traverse.help.${unit === 'dms' ? 'degree' : unit}`)
              : t('rows.coordinates.help')
          }
          value={form.rows}
          onChange={(rows) => form.change({ rows })}
          error={problemOf(made, t)}
          rows={6}
          autoFocus={!traverse}
          className="lists-rows"
        />
        {traverse && <ClosingFields form={form} crs={crs} />}
        <Select
          label={t('becomes')}
          options={(['line', 'ring'] as const).map((value) => ({ value, title: t(`becomes.${value}`) }))}
          value={form.becomes}
          onChange={(becomes) => form.change({ becomes: becomes as Becomes })}
        />
        <div className="lists-actions">
          <Button
            size="s"
            isDisabled={vertices.length === 0}
            onPress={() => views.active?.fly(extentOf({ type: 'MultiPoint', coordinates: [...vertices] }))}
          >
            {t('show')}
          </Button>
          <Button size="s" type="submit" variant="primary" isDisabled={!ready}>
            {t('draw')}
          </Button>
        </div>
      </Form>
      {traverse && (
        <p className="g-muted">
          <MetricText crs={plane} />
        </p>
      )}
    </ToolPopup>
  );
});

const ClosingFields = observer(function ClosingFields({ form, crs }: { form: ListForm; crs: string }) {
  const t = useTranslate('shapes');
  const i18n = useI18n();
  const print = usePrinter();
  const missing = form.made?.missing;
  return (
    <>
      <Select
        label={t('closing')}
        options={(['open', 'start', 'known'] as const).map((value) => ({
          value,
          title: t(`closing.${value}`),
        }))}
        value={form.closing}
        onChange={(closing) => form.change({ closing: closing as Closing })}
      />
      {form.closing === 'known' && (
        <TextField
          label={t('known', { crs })}
          value={form.known}
          onChange={(known) => form.change({ known })}
          error={form.made?.problem === 'known' && form.known ? t('problem.start', { crs }) : undefined}
          autoComplete="off"
        />
      )}
      {missing && (
        <>
          <p className="lists-misclosure g-figures" role="status">
            {t('misclosure', {
              length: print.length(missing.length),
              azimuth: print.azimuth(missing.azimuth),
            })}
            <br />
            {missing.ratio === Infinity
              ? t('misclosure.none')
              : t('misclosure.ratio', { ratio: i18n.number(Math.floor(missing.ratio)) })}
          </p>
          <Switch isSelected={form.adjusts} onChange={(adjusts) => form.change({ adjusts })}>
            {t('adjust')}
          </Switch>
        </>
      )}
    </>
  );
});

function problemOf(
  made: ListResult | undefined,
  t: (key: string, values?: Record<string, unknown>) => string,
): string | undefined {
  if (!made) return undefined;
  const { bad, problem, vertices } = made;
  if (bad.length > 0) {
    const rows = bad
      .slice(0, MAX_BAD_ROWS)
      .map(({ row, text }) => t('bad', { row, text: text.slice(0, 40) }));
    if (bad.length > MAX_BAD_ROWS) rows.push(t('bad.more', { count: bad.length - MAX_BAD_ROWS }));
    return rows.join(' ');
  }
  // An incomplete list is not an error while it is being started.
  if (problem === 'few' && vertices.length < 2) return undefined;
  return problem && problem !== 'start' && problem !== 'known' ? t(`problem.${problem}`) : undefined;
}
