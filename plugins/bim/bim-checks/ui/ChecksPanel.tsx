import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { grants, type BimCheck } from '#core/protocol';
import {
  AlertDialog,
  Badge,
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  IconButton,
  ProgressBar,
  Select,
  Skeleton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { BIM_STAGE } from '#plugins/bim/bim-viewer/api';
import { CHECK_DESK, isRunning } from '../model/check-desk.ts';
import { NewCheck } from './NewCheck.tsx';
import { Result } from './Result.tsx';
import './checks.css';

/** Checks of a model: start one, see how far it is, open and delete it. */
export default observer(function ChecksPanel() {
  const t = useTranslate('bim-checks');
  const desk = useService(CHECK_DESK);
  const stage = useService(BIM_STAGE);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const models = useObservable(stage.models$, stage.models);
  const ready = models.filter(({ state }) => state !== 'unready' && state !== 'empty');
  const first = ready.find(({ shown }) => shown) ?? ready[0];
  const firstId = first?.id;
  useEffect(() => {
    if (desk.modelId === undefined && firstId !== undefined) desk.choose(firstId);
    else void desk.reload();
  }, [desk, firstId]);
  if (ready.length === 0)
    return (
      <EmptyState icon={<Icon name="tag" />} title={t('no-model')}>
        {t('no-model.help')}
      </EmptyState>
    );
  const mayCheck = grants(me?.authorizations ?? [], 'bim.comment');
  if (desk.opened) return <Result />;
  return (
    <div className="bck-panel">
      <Select
        label={t('model')}
        value={desk.modelId ?? null}
        options={ready.map(({ id, name }) => ({ value: id, title: name }))}
        onChange={(id) => desk.choose(id)}
      />
      {mayCheck &&
        (desk.isNew ? (
          <NewCheck />
        ) : (
          <Button variant="primary" onPress={() => desk.describe(true)}>
            {t('new')}
          </Button>
        ))}
      <Checks mayDelete={mayCheck} />
    </div>
  );
});

const Checks = observer(function Checks({ mayDelete }: { mayDelete: boolean }) {
  const t = useTranslate('bim-checks');
  const desk = useService(CHECK_DESK);
  if (desk.state === 'failed')
    return (
      <ErrorPanel title={t('failed')} error={new Error(desk.error)} onRetry={() => void desk.reload()} />
    );
  if (desk.state === 'loading') return <Skeleton lines={4} />;
  if (desk.checks.length === 0) return <p className="g-muted">{t('empty')}</p>;
  return (
    <ul className="bck-list" aria-label={t('list')}>
      {desk.checks.map((check) => (
        <Check key={check.id} check={check} mayDelete={mayDelete} />
      ))}
    </ul>
  );
});

const Check = observer(function Check({ check, mayDelete }: { check: BimCheck; mayDelete: boolean }) {
  const t = useTranslate('bim-checks');
  const i18n = useI18n();
  const desk = useService(CHECK_DESK);
  const toasts = useService(TOASTS);
  const [isAsking, setAsking] = useState(false);
  const { name, kind, state, error, createdAt, createdBy, jobId } = check;
  const open = () =>
    void desk.open(check).catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <li className="bck-row">
      <div className="bck-head">
        {state === 'done' ? (
          <Button size="s" variant="quiet" className="bck-name" onPress={open}>
            {name}
          </Button>
        ) : (
          <span className="bck-name">{name}</span>
        )}
        {(state === 'failed' || state === 'cancelled') && <Badge kind="danger">{t(`state.${state}`)}</Badge>}
        {mayDelete && (
          <IconButton
            size="s"
            label={t('delete', { name })}
            icon={<Icon name="trash" />}
            onPress={() => setAsking(true)}
          />
        )}
      </div>
      <p className="g-muted">
        {[t(`kind.${kind}`), i18n.date(createdAt, { dateStyle: 'medium', timeStyle: 'short' }), createdBy]
          .filter((one) => one !== null)
          .join(' · ')}
      </p>
      {isRunning(check) && <ProgressBar label={t(`state.${state}`)} value={desk.progress.get(jobId ?? '')} />}
      {error !== null && <p className="g-error">{error}</p>}
      {isAsking && (
        <AlertDialog
          title={t('delete.title', { name })}
          isOpen
          action={t('delete.action')}
          onAction={() => desk.remove(check)}
          onClose={() => setAsking(false)}
        >
          {t('delete.text')}
        </AlertDialog>
      )}
    </li>
  );
});
