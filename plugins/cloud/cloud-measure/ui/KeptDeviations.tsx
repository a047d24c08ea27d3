import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { sentenceOf } from '#core/kernel';
import type { KeptDeviation } from '#core/protocol';
import {
  Button,
  Disclosure,
  downloadText,
  ErrorPanel,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { CLOUD_STAGE } from '#plugins/cloud/point-cloud/api';
import { deviationCsv } from '../model/deviation-csv.ts';
import { KEPT_COMPARISONS } from '../model/kept-comparisons.ts';
import { sourceText } from '../model/reading-text.ts';
import { DeviationFigures } from './DeviationFigures.tsx';

/** Comparisons that were kept of the clouds in the view. */
export const KeptDeviations = observer(function KeptDeviations({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('cloud-measure');
  const kept = useService(KEPT_COMPARISONS);
  const stage = useService(CLOUD_STAGE);
  const clouds = useObservable(stage.clouds$, stage.clouds);
  const drawn = clouds.flatMap(({ id, state }) => (state === 'drawn' ? [id] : [])).join();
  useEffect(() => void kept.load(), [kept, drawn]);
  if (kept.failure !== undefined)
    return <ErrorPanel title={t('kept.failed')} error={kept.failure} onRetry={() => void kept.load()} />;
  if (kept.list.length === 0) return null;
  return (
    <>
      <h3>{t('kept')}</h3>
      <ul className="cms-kept" aria-label={t('kept')}>
        {kept.list.map((one) => (
          <li key={one.id}>
            <Kept of={one} mayWrite={mayWrite} />
          </li>
        ))}
      </ul>
    </>
  );
});

function Kept({ of, mayWrite }: { of: KeptDeviation; mayWrite: boolean }) {
  const t = useTranslate('cloud-measure');
  const i18n = useI18n();
  const kept = useService(KEPT_COMPARISONS);
  const toasts = useService(TOASTS);
  const { name, createdAt, createdBy, deviation, tolerance, unit, source, other, cloudName, otherName } = of;
  const remove = () => kept.remove(of).catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <Disclosure title={name}>
      <p className="g-muted">
        {[i18n.date(createdAt, { dateStyle: 'medium', timeStyle: 'short' }), createdBy ?? ''].join(' · ')}
      </p>
      <DeviationFigures deviation={deviation} tolerance={tolerance} unit={unit} />
      <p className="g-muted">{sourceText(source, cloudName, i18n)}</p>
      <p className="g-muted">{sourceText(other, otherName, i18n)}</p>
      <div className="cms-actions">
        <Button onPress={() => downloadText('deviation.csv', deviationCsv(of))}>{t('csv')}</Button>
        {mayWrite && <Button onPress={() => void remove()}>{t('kept.delete')}</Button>}
      </div>
    </Disclosure>
  );
}
