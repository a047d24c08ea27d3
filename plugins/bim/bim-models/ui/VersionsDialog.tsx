import { useEffect, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';
import type { BimModel, BimVersion } from '#core/protocol';
import {
  Button,
  Dialog,
  ErrorPanel,
  Pager,
  Select,
  Skeleton,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { MODEL_DESK, type BimChanges } from '../model/model-desk.ts';
import { useSizes } from './useSizes.ts';

const KINDS = ['added', 'removed', 'moved', 'changed'] as const;
type Kind = (typeof KINDS)[number];
const PAGE = 50;

/** The contents a model has had, and what each changed. */
export function VersionsDialog({ model, onClose }: { model: BimModel; onClose: () => void }) {
  const t = useTranslate('bim-models');
  const i18n = useI18n();
  const desk = useService(MODEL_DESK);
  const { size } = useSizes();
  const [versions, setVersions] = useState<readonly BimVersion[]>();
  const [error, setError] = useState<unknown>();
  const [chosen, setChosen] = useState<number>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOpen = true;
    desk.versionsOf(model).then(
      (found) => {
        if (!isOpen) return;
        setVersions(found);
        setError(undefined);
        setChosen((before) => before ?? (found.length > 1 ? found[0]?.version : undefined));
      },
      (failure: unknown) => isOpen && !isAbort(failure) && setError(failure),
    );
    return () => {
      isOpen = false;
    };
  }, [desk, model, attempt]);
  return (
    <Dialog
      title={t('versions.title', { name: model.name })}
      isOpen
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('close')}</Button>}
    >
      {error !== undefined && (
        <ErrorPanel title={t('versions.failed')} error={error} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {!versions && error === undefined && <Skeleton lines={3} />}
      {versions && (
        <>
          <ul className="models-list" aria-label={t('versions')}>
            {versions.map((one, i) => (
              <li key={one.version} className="models-row">
                <div className="models-head">
                  <span className="models-name">
                    {i18n.date(one.at, { dateStyle: 'medium', timeStyle: 'short' })}
                  </span>
                  {i < versions.length - 1 && one.state === 'ready' && (
                    <Button
                      size="s"
                      aria-pressed={chosen === one.version}
                      onPress={() => setChosen(one.version)}
                    >
                      {t('changes')}
                    </Button>
                  )}
                </div>
                <p className="models-facts g-muted">
                  <span>{one.by}</span>
                  <span>{one.name}</span>
                  <span>{size(one.bytes)}</span>
                </p>
                {one.error !== null && <p className="g-error">{one.error}</p>}
              </li>
            ))}
          </ul>
          {chosen !== undefined && <Changes key={chosen} model={model} version={chosen} />}
        </>
      )}
    </Dialog>
  );
}

/** Elements added, removed, moved or changed by a version. */
function Changes({ model, version }: { model: BimModel; version: number }) {
  const t = useTranslate('bim-models');
  const i18n = useI18n();
  const desk = useService(MODEL_DESK);
  const [kind, setKind] = useState<Kind>();
  const [page, setPage] = useState(1);
  const [changes, setChanges] = useState<BimChanges>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    desk.changesOf(model, version, { page, ...(kind && { change: kind }) }).then(
      (found) => isOpen && setChanges(found),
      (failure: unknown) => isOpen && setError(sentenceOf(failure)),
    );
    return () => {
      isOpen = false;
    };
  }, [desk, model, version, kind, page]);
  if (error !== undefined) return <p className="g-error">{error}</p>;
  if (!changes) return <Skeleton lines={3} />;
  const { counts } = changes;
  /** What was only moved is not said to be changed, too. */
  const saidOf = ({ change, moved, distance, values }: (typeof changes.changes)[number]): string => {
    const by =
      moved && distance !== null
        ? t('change.moved', { distance: i18n.number(distance, { maximumFractionDigits: 3 }) })
        : '';
    const isOnlyMoved = change === 'changed' && by !== '' && values.length === 0;
    return [isOnlyMoved ? '' : t(`change.${change}`), by].filter(Boolean).join(' · ');
  };
  return (
    <section aria-label={t('changes')}>
      <Select
        label={t('changes')}
        value={kind ?? 'all'}
        options={[
          { value: 'all', title: t('changes.all', { count: counts.all }) },
          ...KINDS.map((one) => ({ value: one, title: t(`changes.${one}`, { count: counts[one] }) })),
        ]}
        onChange={(one) => {
          setKind(one === 'all' ? undefined : (one as Kind));
          setPage(1);
        }}
      />
      <p className="g-muted">
        {t('changes.same', { count: counts.same, elements: i18n.number(counts.same) })}
      </p>
      {changes.changes.map((change) => (
        <div key={change.globalId} className="models-change">
          <p>
            <strong>{change.name ?? change.globalId}</strong> <span className="g-muted">{change.class}</span>
          </p>
          <p className="g-muted">{saidOf(change)}</p>
          {change.values.map(({ set, name, before, after }) => (
            <p key={`${set} ${name}`} className="g-figures">
              {[set, name].filter(Boolean).join(' · ')}: {before ?? '–'} → {after ?? '–'}
            </p>
          ))}
        </div>
      ))}
      <Pager page={page} pageSize={PAGE} total={counts[kind ?? 'all']} onPage={setPage} />
    </section>
  );
}
