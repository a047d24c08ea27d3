import { useRef, useState } from 'react';
import type { Position } from '#core/protocol';
import {
  Button,
  EmptyState,
  Form,
  Icon,
  MetricText,
  TextField,
  useI18n,
  useObservable,
  usePrinter,
  useService,
  useMeasureCRS,
  useWorkingCrs,
  useSetting,
  useTranslate,
} from '#core/react';
import type { CaptureSession, Printer } from '#core/sketch';
import { TOOLS } from '#core/tools';
import './EntryPanel.css';

/** Exact entry of the next vertex, by distance and azimuth from the last one or by coordinates. */
export function EntryPanel() {
  const t = useTranslate('draw');
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  const session = active?.session.capture;
  if (!session)
    return (
      <EmptyState icon={<Icon name="keyboard" />} title={t('entry.no-tool')}>
        {t('entry.no-tool.help')}
      </EmptyState>
    );
  return <Entry session={session} />;
}

function Entry({ session }: { session: CaptureSession }) {
  const t = useTranslate('draw');
  const state = useObservable(session.state$, session.state);
  const { vertices } = useObservable(session.path.state$, session.path.state);
  const last = vertices.at(-1);
  return (
    <div className="draw-entry">
      {last && session.path.kind !== 'point' && <ByBearing from={last} session={session} />}
      <ByCoordinates add={(to) => session.path.add(to)} />
      <div className="draw-entry-actions">
        <Button variant="primary" isDisabled={!state.canComplete} onPress={() => session.complete()}>
          {t('entry.done')}
        </Button>
        <Button isDisabled={vertices.length === 0} onPress={() => session.path.takeBack()}>
          {t('entry.take-back')}
        </Button>
        {session.path.canRestore && (
          <Button onPress={() => session.path.restore()}>{t('command.restore')}</Button>
        )}
      </div>
    </div>
  );
}

/** Segment after segment: adding one clears the fields for the next. Enter with empty fields finishes. */
function ByBearing({ from, session }: { from: Position; session: CaptureSession }) {
  const t = useTranslate('draw');
  const i18n = useI18n();
  const print = usePrinter();
  const [{ angleUnit: unit, lengthUnit }] = useSetting('units');
  const [typed, setTyped] = useState({ distance: '', azimuth: '' });
  const [judged, setJudged] = useState(false);
  const distance = print.parseLength(typed.distance);
  const azimuth = print.parseAngle(typed.azimuth);
  const pair = useRef<HTMLDivElement>(null);
  useMeasureCRS();
  const { metric } = session.frame;
  return (
    <Form
      onSubmit={() => {
        if (typed.distance === '' && typed.azimuth === '' && session.state.canComplete)
          return session.complete();
        setJudged(true);
        if (distance === undefined || azimuth === undefined) return;
        session.path.add(metric.direct(from, azimuth, distance));
        setJudged(false);
        setTyped({ distance: '', azimuth: '' });
        pair.current?.querySelector('input')?.focus();
      }}
    >
      <div ref={pair} className="draw-entry-pair">
        <TextField
          label={t('entry.distance')}
          placeholder={`${i18n.number(12.5, { minimumFractionDigits: 2 })} ${lengthUnit}`}
          value={typed.distance}
          onChange={(text) => setTyped({ ...typed, distance: text })}
          error={judged && distance === undefined ? t('entry.distance.wrong') : undefined}
        />
        <TextField
          label={t('entry.azimuth')}
          placeholder={
            unit === 'degree' || unit === 'dms'
              ? '45°30′'
              : i18n.number(unit === 'gradian' ? 50.5556 : 0.7941, { minimumFractionDigits: 4 })
          }
          value={typed.azimuth}
          onChange={(text) => setTyped({ ...typed, azimuth: text })}
          error={judged && azimuth === undefined ? t('entry.azimuth.wrong') : undefined}
        />
      </div>
      <p className="g-muted">
        <MetricText crs={metric.crs} />
      </p>
      <Button type="submit">{t('entry.add')}</Button>
    </Form>
  );
}

function ByCoordinates({ add }: { add: (to: Position) => void }) {
  const t = useTranslate('draw');
  const print = usePrinter();
  const [text, setText] = useState('');
  const [judged, setJudged] = useState(false);
  const crs = useWorkingCrs();
  const parsed = print.parseCoordinates(text, crs);
  const read = parsed && readBack(parsed.position, crs, print);
  return (
    <Form
      onSubmit={() => {
        setJudged(parsed === undefined);
        if (!parsed) return;
        add(parsed.position);
        setText('');
      }}
    >
      <TextField
        label={t('entry.coordinates', { crs })}
        description={read ?? t('entry.coordinates.help')}
        value={text}
        onChange={setText}
        error={judged && !parsed ? t('entry.coordinates.wrong', { crs }) : undefined}
      />
      <Button type="submit" isDisabled={text.trim() === ''}>
        {t('entry.add')}
      </Button>
    </Form>
  );
}

/** The coordinates as understood; in longitude and latitude where the CRS cannot represent the place. */
function readBack(position: Position, crs: string, print: Printer): string {
  try {
    return print.coordinates(position, crs);
  } catch {
    return print.coordinates(position, 'EPSG:4326');
  }
}
