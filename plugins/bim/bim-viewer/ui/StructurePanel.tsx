import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { BIM_GROUPINGS } from '#core/protocol';
import {
  Button,
  Checkbox,
  ComboBox,
  ErrorPanel,
  Pager,
  SearchField,
  Select,
  Skeleton,
  Switch,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { BIM_SELECTION, BIM_STAGE, BIM_VIEWS, type ShownModel } from '../api.ts';
import { FOUND_ELEMENTS } from '../model/found-elements.ts';
import { MODEL_FINDER, type BimPropertyName, type Grouping } from '../model/finding.ts';
import { PROJECT_MODELS } from '../model/stage.ts';
import { Conditions } from './Conditions.tsx';
import { SavedQueries } from './SavedQueries.tsx';
import { StructureTree } from './StructureTree.tsx';
import { TableFiles } from './TableFiles.tsx';
import './panels.css';

const PAGE = 50;

/** The models of the project: which are shown; their structure, search, what is hidden and coloured. */
export default observer(function StructurePanel() {
  const t = useTranslate('bim-viewer');
  const stage = useService(PROJECT_MODELS);
  const finder = useService(MODEL_FINDER);
  const models = useObservable(stage.models$, stage.models);
  const listed = useObservable(stage.listed$, 'loading');
  const [error, setError] = useState<unknown>();
  const drawn = models.filter(({ state }) => state === 'drawn' || state === 'loading');
  const shown = drawn.find(({ id }) => id === finder.modelId) ?? drawn[0];
  if (listed === 'failed')
    return (
      <ErrorPanel
        title={t('list.failed')}
        error={error}
        onRetry={() => void stage.reload().catch((thrown: unknown) => setError(thrown))}
      />
    );
  if (listed === 'loading') return <Skeleton lines={3} />;
  return (
    <div className="bim-panel">
      {models.length === 0 ? (
        <p className="g-muted">{t('nothing.none.help')}</p>
      ) : (
        <ul className="bim-models" aria-label={t('models')}>
          {models.map((model) => (
            <ModelRow key={model.id} model={model} />
          ))}
        </ul>
      )}
      {drawn.length > 1 && (
        <Select
          label={t('model')}
          value={shown?.id ?? null}
          options={drawn.map(({ id, name }) => ({ value: id, title: name }))}
          onChange={(id) => void finder.open(id)}
        />
      )}
      {shown && <OfModel />}
    </div>
  );
});

function ModelRow({ model }: { model: ShownModel }) {
  const t = useTranslate('bim-viewer');
  const stage = useService(BIM_STAGE);
  const { id, name, state, shown, isPlaced, reason } = model;
  return (
    <li>
      <Checkbox isSelected={shown} onChange={(on) => stage.show(id, on)}>
        {name}
      </Checkbox>
      {state === 'loading' && <p className="g-muted">{t('state.loading')}</p>}
      {state === 'unready' && <p className="g-muted">{t('state.unready')}</p>}
      {state === 'empty' && <p className="g-muted">{t('state.empty')}</p>}
      {state === 'failed' && <p className="g-error">{reason ?? t('state.failed')}</p>}
      {!isPlaced && (state === 'drawn' || state === 'loading') && (
        <p className="bim-notice" role="status">
          {t('unplaced')}
        </p>
      )}
    </li>
  );
}

const OfModel = observer(function OfModel() {
  const t = useTranslate('bim-viewer');
  const finder = useService(MODEL_FINDER);
  if (finder.state === 'failed')
    return (
      <ErrorPanel
        title={t('tree.failed')}
        error={new Error(finder.error)}
        onRetry={() => void finder.open(finder.modelId!)}
      />
    );
  if (finder.state === 'loading') return <Skeleton lines={6} />;
  return (
    <>
      <SearchField label={t('search')} value={finder.text} onChange={(text) => finder.setText(text)} />
      <Conditions />
      <SavedQueries />
      <Select
        label={t('group-by')}
        value={finder.grouping}
        options={BIM_GROUPINGS.map((one) => ({ value: one, title: t(`group.${one}`) }))}
        onChange={(one) => finder.setGrouping(one as Grouping)}
      />
      <StructureTree />
      <Actions />
      <FoundElements />
      <Colours />
    </>
  );
});

/** Shows and hides what is found. */
const Actions = observer(function Actions() {
  const t = useTranslate('bim-viewer');
  const finder = useService(MODEL_FINDER);
  const found = useService(FOUND_ELEMENTS);
  const stage = useService(BIM_STAGE);
  const toasts = useService(TOASTS);
  const look = useObservable(stage.look$, stage.look);
  const run = (action: Promise<void>) =>
    void action.catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  const isNothing = !finder.isFiltered;
  return (
    <div className="bim-actions" role="group" aria-label={t('visibility')}>
      <Button size="s" isDisabled={isNothing} onPress={() => run(found.isolate(false))}>
        {t('isolate')}
      </Button>
      <Button size="s" isDisabled={isNothing} onPress={() => run(found.isolate(true))}>
        {t('ghost')}
      </Button>
      <Button size="s" isDisabled={isNothing} onPress={() => run(found.hide())}>
        {t('hide')}
      </Button>
      <Button size="s" isDisabled={look.hidden.size === 0 && !look.isolated} onPress={() => found.showAll()}>
        {t('show-all')}
      </Button>
      <Switch isSelected={look.spaces} onChange={(spaces) => stage.change({ spaces })}>
        {t('spaces')}
      </Switch>
    </div>
  );
});

/** The elements that are found, a page at a time. */
const FoundElements = observer(function FoundElements() {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const finder = useService(MODEL_FINDER);
  const selection = useService(BIM_SELECTION);
  const views = useService(BIM_VIEWS);
  const chosen = useObservable(selection.elements$, selection.elements);
  if (!finder.isFiltered) return null;
  if (finder.searchError !== undefined)
    return (
      <ErrorPanel
        title={t('search.failed')}
        error={new Error(finder.searchError)}
        onRetry={() => void finder.search()}
      />
    );
  const { rows, count, modelId } = finder;
  return (
    <section className="bim-found" aria-busy={finder.searching}>
      <p role="status" className="g-muted">
        {t('found', { count, elements: i18n.number(count) })}
      </p>
      <ul className="bim-rows" aria-label={t('found.label')}>
        {rows.map(({ globalId, name, class: kind, storey }) => (
          <li key={globalId}>
            <Button
              size="s"
              variant="quiet"
              className="bim-row"
              aria-pressed={chosen.some((one) => one.globalId === globalId && one.modelId === modelId)}
              onPress={() => {
                const element = { modelId: modelId!, globalId };
                selection.set([element]);
                void views.current?.zoomTo([element]);
              }}
            >
              <span>{name ?? globalId}</span>
              <small className="g-muted">{[kind, storey].filter(Boolean).join(' · ')}</small>
            </Button>
          </li>
        ))}
      </ul>
      <Pager page={finder.page} pageSize={PAGE} total={count} onPage={(page) => finder.setPage(page)} />
      <TableFiles />
    </section>
  );
});

/** Colour by the values of a property. */
const Colours = observer(function Colours() {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const finder = useService(MODEL_FINDER);
  const found = useService(FOUND_ELEMENTS);
  const stage = useService(BIM_STAGE);
  const toasts = useService(TOASTS);
  const look = useObservable(stage.look$, stage.look);
  const titleOf = ({ set, name, unit }: BimPropertyName) =>
    `${set === '' ? name : `${set} · ${name}`}${unit === null ? '' : ` (${unit})`}`;
  const options = finder.names.map((one, i) => ({ value: String(i), title: titleOf(one) }));
  const at = found.paintedBy ? finder.names.indexOf(found.paintedBy) : -1;
  return (
    <section className="bim-colours">
      <ComboBox
        label={t('colour-by')}
        placeholder={t('colour-by.none')}
        options={options}
        value={at < 0 ? null : String(at)}
        onChange={(value) =>
          void found
            .paint(value === null ? undefined : finder.names[Number(value)])
            .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)))
        }
      />
      {look.painted.length > 0 && (
        <>
          <ul className="bim-legend" aria-label={t('legend')}>
            {look.painted.map(({ colour, title, count }) => (
              <li key={title}>
                <span className="bim-key" style={{ background: colour }} /> <span>{title}</span>
                <span className="g-muted g-figures">{i18n.number(count)}</span>
              </li>
            ))}
          </ul>
          {found.paintedCut && <p className="g-muted">{t('legend.cut')}</p>}
          <Button size="s" onPress={() => void found.paint(undefined)}>
            {t('colour-by.end')}
          </Button>
        </>
      )}
    </section>
  );
});
