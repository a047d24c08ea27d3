import { useEffect, useRef, useState } from 'react';
import { isAbort } from '#core/kernel';
import {
  Button,
  ErrorPanel,
  LengthField,
  Select,
  Spinner,
  useObservable,
  useI18n,
  usePrinter,
  useService,
  useTranslate,
} from '#core/react';
import { CLOUD_STAGE, CLOUD_VIEWS, type ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CLOUD_MEASURES } from '../model/cloud-measures.ts';
import { comparisonOf, type Deviated } from '../model/comparison.ts';
import { merged } from '../model/histogram.ts';
import { sourceText } from '../model/reading-text.ts';
import { Histogram } from './Histogram.tsx';

/** Of the histogram. */
const BARS = 40;

/** Distances from the surface of one cloud to the points of another, as between two epochs. */
export function Deviation({ clouds }: { clouds: readonly ShownCloud[] }) {
  const t = useTranslate('cloud-measure');
  const i18n = useI18n();
  const printer = usePrinter();
  const measures = useService(CLOUD_MEASURES);
  const stage = useService(CLOUD_STAGE);
  const look = useObservable(stage.look$, stage.look);
  const unit = useService(CLOUD_VIEWS).current?.unit ?? 1;
  const usable = clouds.filter(({ state }) => state !== 'unready' && state !== 'failed');
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const [most, setMost] = useState<number | undefined>(1);
  const [state, setState] = useState<{ running?: boolean; found?: Deviated; failure?: unknown }>({});
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  if (usable.length < 2) return <p className="g-muted">{t('deviation.two')}</p>;
  const options = usable.map(({ id, name }) => ({ value: id, title: name }));
  const run = async () => {
    if (!from || !to || most === undefined) return;
    const controller = (stop.current = new AbortController());
    setState({ running: true });
    try {
      setState({ found: await measures.deviation(to, from, most, controller.signal) });
    } catch (failure) {
      setState(isAbort(failure) ? {} : { failure });
    }
  };
  const nameOf = (id: string) => usable.find((cloud) => cloud.id === id)?.name ?? '';
  const { running, found, failure } = state;
  const deviation = found?.deviation;
  const shown = look.comparison;
  const isShown =
    found !== undefined && shown?.cloudId === found.source.cloudId && shown.from === found.other.cloudId;
  const length = (value: number) => printer.length(value * unit);
  const comparison = () =>
    found && comparisonOf(found, { unit, nameOf, number: (value) => i18n.number(value), t });
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
      {found && !deviation && <p>{t('undefined')}</p>}
      {found && deviation && (
        <div role="status">
          <dl className="cms-values">
            <dt>{t('quantity.mean')}</dt>
            <dd className="g-figures">{`${length(deviation.mean)} ± ${length(deviation.plusMinus)}`}</dd>
            <dt>{t('quantity.median')}</dt>
            <dd className="g-figures">{length(deviation.median)}</dd>
            <dt>{t('quantity.rms')}</dt>
            <dd className="g-figures">{length(deviation.rms)}</dd>
            <dt>{t('deviation.compared')}</dt>
            <dd className="g-figures">{i18n.number(deviation.compared)}</dd>
            <dt>{t('deviation.beyond')}</dt>
            <dd className="g-figures">{i18n.number(deviation.beyond)}</dd>
          </dl>
          <Histogram
            {...merged(deviation.histogram, Math.ceil(deviation.histogram.counts.length / BARS))}
            print={length}
          />
          <div className="cms-actions">
            <Button onPress={() => stage.compare(isShown ? undefined : comparison())}>
              {t(isShown ? 'deviation.colour.off' : 'deviation.colour')}
            </Button>
          </div>
          <p className="g-muted">{sourceText(found.source, nameOf(found.source.cloudId), i18n)}</p>
          <p className="g-muted">{sourceText(found.other, nameOf(found.other.cloudId), i18n)}</p>
        </div>
      )}
    </section>
  );
}
