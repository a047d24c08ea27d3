import { useEffect, useRef, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';
import { grants } from '#core/protocol';
import {
  Button,
  downloadText,
  ErrorPanel,
  LengthField,
  Select,
  Spinner,
  useObservable,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { CLOUD_STAGE, CLOUD_VIEWS, type ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CLOUD_MEASURES, type Compared } from '../model/cloud-measures.ts';
import { comparisonOf } from '../model/comparison.ts';
import { deviationCsv } from '../model/deviation-csv.ts';
import { sourceText } from '../model/reading-text.ts';
import { DeviationFigures } from './DeviationFigures.tsx';
import { KeptDeviations } from './KeptDeviations.tsx';

/** Distances from the surface of one cloud to the points of another, as between two epochs. */
export function Deviation({ clouds }: { clouds: readonly ShownCloud[] }) {
  const t = useTranslate('cloud-measure');
  const measures = useService(CLOUD_MEASURES);
  const { me } = useService(SESSION);
  const mayWrite = grants(me?.authorizations ?? [], 'pointcloud.write');
  const usable = clouds.filter(({ state }) => state !== 'unready' && state !== 'failed');
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const [most, setMost] = useState<number | undefined>(1);
  const [tolerance, setTolerance] = useState<number>();
  const [state, setState] = useState<{ running?: boolean; found?: Compared; failure?: unknown }>({});
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  if (usable.length < 2) return <p className="g-muted">{t('deviation.two')}</p>;
  const options = usable.map(({ id, name }) => ({ value: id, title: name }));
  const run = async () => {
    if (!from || !to || most === undefined) return;
    const controller = (stop.current = new AbortController());
    setState({ running: true });
    try {
      const asked = { cloudId: to, from, most, tolerance };
      setState({ found: await measures.compare(asked, controller.signal) });
    } catch (failure) {
      setState(isAbort(failure) ? {} : { failure });
    }
  };
  const { running, found, failure } = state;
  return (
    <section className="cms-deviation">
      <h3>{t('deviation')}</h3>
      <Select label={t('deviation.from')} value={from ?? null} onChange={setFrom} options={options} />
      <Select
        label={t('deviation.to')}
        value={to ?? null}
        onChange={setTo}
        options={options.filter(({ value }) => value !== from)}
      />
      <LengthField
        label={t('deviation.most')}
        description={t('deviation.most.help')}
        min={0.001}
        max={1000}
        value={most}
        onChange={setMost}
      />
      <LengthField
        label={t('deviation.tolerance')}
        description={t('deviation.tolerance.help')}
        min={0.001}
        max={most ?? 1000}
        value={tolerance}
        onChange={setTolerance}
      />
      {running ? (
        <div className="cms-actions">
          <Spinner />
          <Button onPress={() => stop.current?.abort()}>{t('deviation.stop')}</Button>
        </div>
      ) : (
        <Button isDisabled={!from || !to || from === to || most === undefined} onPress={() => void run()}>
          {t('deviation.start')}
        </Button>
      )}
      {failure !== undefined && <ErrorPanel error={failure} onRetry={() => void run()} />}
      {found && <Found key={found.key} found={found} clouds={usable} mayWrite={mayWrite} />}
      <KeptDeviations mayWrite={mayWrite} />
    </section>
  );
}

/** What was found, with what can be done with it. */
function Found({
  found,
  clouds,
  mayWrite,
}: {
  found: Compared;
  clouds: readonly ShownCloud[];
  mayWrite: boolean;
}) {
  const t = useTranslate('cloud-measure');
  const i18n = useI18n();
  const stage = useService(CLOUD_STAGE);
  const measures = useService(CLOUD_MEASURES);
  const toasts = useService(TOASTS);
  const look = useObservable(stage.look$, stage.look);
  const unit = useService(CLOUD_VIEWS).current?.unit ?? 1;
  const [keeping, setKeeping] = useState<'running' | 'kept'>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const { source, other, deviation } = found.measured;
  if (!deviation) return <p>{t('undefined')}</p>;
  const nameOf = (id: string) => clouds.find((cloud) => cloud.id === id)?.name ?? '';
  const [cloudName, otherName] = [nameOf(source.cloudId), nameOf(other.cloudId)];
  const { comparison: shown } = look;
  const isShown = shown?.cloudId === source.cloudId && shown.from === other.cloudId;
  const tolerance = found.request.tolerance ?? null;
  const { most } = found.request;
  const comparison = () =>
    comparisonOf(found.measured, {
      unit,
      tolerance: tolerance === null ? undefined : tolerance * unit,
      nameOf,
      number: (value) => i18n.number(value),
      t,
    });
  const keep = async () => {
    const controller = (stop.current = new AbortController());
    setKeeping('running');
    try {
      await measures.keep(found, t('kept.name', { cloud: cloudName, other: otherName }), controller.signal);
      setKeeping('kept');
    } catch (failure) {
      if (isAbort(failure)) return;
      setKeeping(undefined);
      toasts.show('error', sentenceOf(failure));
    }
  };
  const csv = () =>
    downloadText(
      'deviation.csv',
      deviationCsv({ cloudName, otherName, source, other, unit, most, tolerance, deviation }),
    );
  return (
    <div role="status">
      <DeviationFigures deviation={deviation} tolerance={tolerance} unit={unit} />
      <div className="cms-actions">
        <Button onPress={() => stage.compare(isShown ? undefined : comparison())}>
          {t(isShown ? 'deviation.colour.off' : 'deviation.colour')}
        </Button>
        <Button onPress={csv}>{t('csv')}</Button>
        {keeping === 'running' && <Spinner />}
        {mayWrite && keeping === undefined && <Button onPress={() => void keep()}>{t('kept.keep')}</Button>}
      </div>
      <p className="g-muted">{sourceText(source, cloudName, i18n)}</p>
      <p className="g-muted">{sourceText(other, otherName, i18n)}</p>
    </div>
  );
}
