import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import type { BimModel } from '#core/protocol';
import {
  AlertDialog,
  Badge,
  Button,
  Dialog,
  Form,
  Icon,
  IconButton,
  Link,
  Menu,
  ProgressBar,
  saveFile,
  Switch,
  TextField,
  useI18n,
  useObservable,
  useService,
  useServices,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { TILESETS } from '#plugins/globe/map-3d/api';
import { MODEL_DESK, MODEL_ENDINGS } from '../model/model-desk.ts';
import { MODELS_ON_GLOBE } from '../model/on-globe.ts';
import { OUTLINES } from '../model/outlines.ts';
import { GeoreferenceDialog } from './GeoreferenceDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';
import { useSizes } from './useSizes.ts';

interface ModelRowProps {
  model: BimModel;
  mayWrite: boolean;
  isBesideMap: boolean;
}

/** One model: its state, elements, size, place and date; open, rename, replace, delete, place, versions. */
export const ModelRow = observer(function ModelRow({ model, mayWrite, isBesideMap }: ModelRowProps) {
  const t = useTranslate('bim-models');
  const i18n = useI18n();
  const desk = useService(MODEL_DESK);
  const toasts = useService(TOASTS);
  const { size } = useSizes();
  const [asking, setAsking] = useState<'rename' | 'delete' | 'place' | 'versions'>();
  const { id, name, state, schema, elementCount, bytes, createdAt, createdBy, georeference } = model;
  const close = () => setAsking(undefined);
  const canOpen = model.parts.length > 0;
  const download = () =>
    void desk
      .download(model)
      .then((file) => saveFile(file, name))
      .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <li className="models-row">
      <div className="models-head">
        {canOpen ? (
          <Link href={`/bim-viewer/${id}`} className="models-name">
            {name}
          </Link>
        ) : (
          <span className="models-name">{name}</span>
        )}
        {state === 'failed' && <Badge kind="danger">{t('state.failed')}</Badge>}
        {state === 'queued' && <Badge>{t('state.queued')}</Badge>}
        <Menu
          label={t('actions', { name })}
          trigger={<IconButton size="s" label={t('actions', { name })} icon={<Icon name="more" />} />}
          entries={[
            { id: 'place', title: t('place'), onAction: () => setAsking('place') },
            { id: 'versions', title: t('versions'), onAction: () => setAsking('versions') },
            { id: 'download', title: t('download'), onAction: download },
            ...(mayWrite
              ? ([
                  { id: 'rename', title: t('rename'), onAction: () => setAsking('rename') },
                  {
                    id: 'replace',
                    title: t('replace'),
                    onAction: () => pickFile((file) => desk.add(model.projectId, file, model)),
                  },
                  'separator',
                  { id: 'delete', title: t('delete'), danger: true, onAction: () => setAsking('delete') },
                ] as const)
              : []),
          ]}
        />
      </div>
      <State model={model} mayWrite={mayWrite} />
      <p className="models-facts g-muted g-figures">
        <span>{schema}</span>
        {elementCount !== null && (
          <span>{t('elements', { count: elementCount, elements: i18n.number(elementCount) })}</span>
        )}
        <span>{size(bytes)}</span>
        {canOpen && (
          <span>{georeference?.transform?.crs ?? t(georeference?.toEcef ? 'tilted' : 'unplaced')}</span>
        )}
        <span title={createdBy}>{i18n.date(createdAt, { dateStyle: 'medium' })}</span>
      </p>
      {model.notes.map((note) => (
        <p key={note} className="g-muted">
          {note}
        </p>
      ))}
      {isBesideMap && georeference?.toEcef && (
        <div className="models-shown">
          <OutlineButton model={model} />
          <GlobeSwitch model={model} />
        </div>
      )}
      {asking === 'place' && <GeoreferenceDialog model={model} mayWrite={mayWrite} onClose={close} />}
      {asking === 'versions' && <VersionsDialog model={model} onClose={close} />}
      {asking === 'rename' && <RenameDialog model={model} onClose={close} />}
      {asking === 'delete' && (
        <AlertDialog
          title={t('delete.title', { name })}
          isOpen
          action={t('delete.action')}
          onAction={() => desk.remove(model)}
          onClose={close}
        >
          {t('delete.text', { size: size(bytes) })}
        </AlertDialog>
      )}
    </li>
  );
});

const State = observer(function State({ model, mayWrite }: { model: BimModel; mayWrite: boolean }) {
  const t = useTranslate('bim-models');
  const desk = useService(MODEL_DESK);
  const toasts = useService(TOASTS);
  const run = (action: Promise<void>) =>
    void action.catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  if (model.state === 'converting')
    return (
      <div className="models-transfer">
        <ProgressBar label={t('state.converting')} value={desk.progress.get(model.jobId ?? '')} />
        {mayWrite && (
          <Button size="s" variant="quiet" onPress={() => run(desk.stop(model))}>
            {t('converting.stop')}
          </Button>
        )}
      </div>
    );
  if (model.state !== 'failed') return null;
  return (
    <>
      {model.error !== null && <p className="g-error">{model.error}</p>}
      {mayWrite && (
        <Button size="s" onPress={() => run(desk.retry(model))}>
          {t('retry')}
        </Button>
      )}
    </>
  );
});

function OutlineButton({ model }: { model: BimModel }) {
  const t = useTranslate('bim-models');
  const outlines = useService(OUTLINES);
  const toasts = useService(TOASTS);
  const shown = useObservable(outlines.shown$, outlines.shown);
  const isShown = shown.has(model.id);
  return (
    <Button
      size="s"
      aria-pressed={isShown}
      onPress={() =>
        isShown
          ? outlines.hide(model)
          : void outlines.show(model).catch((failure: unknown) => toasts.show('error', sentenceOf(failure)))
      }
    >
      {t(isShown ? 'outline.hide' : 'outline.show')}
    </Button>
  );
}

/** Where there is a globe: draws the model on it. */
const GlobeSwitch = observer(function GlobeSwitch({ model }: { model: BimModel }) {
  const t = useTranslate('bim-models');
  const onGlobe = useService(MODELS_ON_GLOBE);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const hasGlobe = useServices().get(TILESETS, { optional: true }) !== undefined;
  if (!hasGlobe || model.parts.length === 0) return null;
  return (
    <Switch
      isSelected={onGlobe.shown.has(model.id)}
      onChange={(on) => {
        onGlobe.show(model.id, on);
        const extent = model.georeference?.extent;
        if (on && extent && view?.kind === '3d') view.fly(extent);
      }}
    >
      {t('globe')}
    </Switch>
  );
});

function RenameDialog({ model, onClose }: { model: BimModel; onClose: () => void }) {
  const t = useTranslate('bim-models');
  const desk = useService(MODEL_DESK);
  const form = useId();
  const [name, setName] = useState(model.name);
  const save = async () => {
    await desk.rename(model, name.trim());
    onClose();
  };
  return (
    <Dialog
      title={t('rename')}
      isOpen
      onClose={onClose}
      size="s"
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <TextField
          label={t('name')}
          name="name"
          value={name}
          onChange={setName}
          isRequired
          maxLength={255}
          autoFocus
        />
      </Form>
    </Dialog>
  );
}

/** Opens the browser's file dialog, for an entry of a menu, which is gone when a file is chosen. */
function pickFile(chosen: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = MODEL_ENDINGS.join(',');
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) chosen(file);
  });
  input.click();
}
