import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { sentenceOf } from '#core/kernel';
import { POINT_CLASSES, type CloudEdit } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  LengthField,
  Menu,
  Select,
  useClassName,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { TOOLS } from '#core/tools';
import { CLASSIFYING } from '../model/classifying.ts';
import { Find } from './Find.tsx';
import { Versions } from './Versions.tsx';
import './classify.css';

const ALL = 'all';

/** Classes of points: what a lasso or a clip encloses, what a job finds, and the versions so far. */
export default observer(function ClassifyPanel() {
  const t = useTranslate('cloud-classify');
  const nameOf = useClassName();
  const i18n = useI18n();
  const model = useService(CLASSIFYING);
  const tools = useService(TOOLS);
  const toasts = useService(TOASTS);
  const { cloud, offered, clips, from, to, depth, failure, isSaving } = model;
  useEffect(() => void model.load(), [model]);
  if (!cloud)
    return (
      <EmptyState icon={<Icon name="tag" size={20} />} title={t('none')}>
        {t('none.help')}
      </EmptyState>
    );
  const report = async (work: Promise<CloudEdit | undefined>) => {
    try {
      const edit = await work;
      if (!edit) return;
      const { kind, points, restored } = edit;
      const said =
        restored === null
          ? t('done', { count: points, points: i18n.number(points) })
          : t(`kind.${kind}`, { version: restored });
      toasts.show('success', said);
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    }
  };
  const classes = [...POINT_CLASSES.keys()].map((code) => ({ value: String(code), title: nameOf(code) }));
  return (
    <div className="ccl-panel">
      {offered.length > 1 && (
        <Select
          label={t('cloud')}
          value={cloud.id}
          onChange={(id) => model.choose(id)}
          options={offered.map(({ id, name }) => ({ value: id, title: name }))}
        />
      )}
      {failure !== undefined && <ErrorPanel error={failure} onRetry={() => void model.load()} />}
      <Select
        label={t('from')}
        value={from === undefined ? ALL : String(from)}
        onChange={(value) => model.set({ from: value === ALL ? undefined : Number(value) })}
        options={[{ value: ALL, title: t('from.shown') }, ...classes]}
      />
      <Select
        label={t('to')}
        value={String(to)}
        onChange={(value) => model.set({ to: Number(value) })}
        options={classes}
      />
      <LengthField
        label={t('depth')}
        description={t('depth.help')}
        min={0.001}
        max={100_000}
        value={depth}
        onChange={(next) => model.set({ depth: next })}
      />
      <div className="ccl-actions">
        <Button
          variant="primary"
          isDisabled={isSaving}
          onPress={() => void tools.activate('cloud-classify.lasso')}
        >
          {t('lasso')}
        </Button>
        {clips.length > 0 && (
          <Menu
            label={t('clip')}
            trigger={<Button isDisabled={isSaving}>{t('clip')}</Button>}
            entries={clips.map((clip) => ({
              id: clip.id,
              title: clip.name,
              onAction: () => void report(model.classifyInside(clip)),
            }))}
          />
        )}
      </div>
      <Find classes={classes} />
      <Versions report={report} />
    </div>
  );
});
