import { AppError } from '#core/kernel';
import { VIEWS, type ExternalFeature } from '#core/mapview';
import { HOST } from '#core/plugin';
import { Button, Icon, useContributions, useService, useTranslate } from '#core/react';
import { PASTE_DIALOG, type PasteDialog } from '#plugins/edit/paste/api';
import { MAX_COPIED, objectsInView } from '../model/objects-in-view.ts';
import type { LayerEntry } from '../model/project-external-layers.ts';
import { LAYER_READERS } from '../model/lazy-readers.ts';
import { useReading } from './useReading.ts';

/** Copies the objects in view into the project. */
export function CopyButton({ entry, onDone }: { entry: LayerEntry; onDone: () => void }) {
  const t = useTranslate('external-layers');
  const readers = useService(LAYER_READERS);
  const host = useService(HOST);
  // Its plugin is loaded when something is copied.
  const mayPaste = useContributions('commands').some(({ id }) => id === 'paste.paste');
  const views = useService(VIEWS);
  const { error, isReading, read } = useReading<readonly [readonly ExternalFeature[], PasteDialog]>();
  const { layer, source } = entry;
  if (!mayPaste) return null;
  const load = async (signal: AbortSignal) => {
    const { extent, zoom } = views.active!.camera;
    const { features, isWhole } = await objectsInView(
      await readers.load(),
      { id: layer.id, source },
      { extent, zoom, most: MAX_COPIED },
      signal,
    );
    const refuse = (key: string) =>
      new AppError('external-layer', t(`features.${key}`, { count: MAX_COPIED }));
    if (!isWhole) throw refuse('cut');
    if (features.length === 0) throw refuse('none');
    return features;
  };
  const copy = async () => {
    const copied = await read((signal) =>
      Promise.all([load(signal), host.service<PasteDialog>('paste', String(PASTE_DIALOG))]),
    );
    if (!copied) return;
    const [found, dialog] = copied;
    onDone();
    dialog.copy(found);
  };
  return (
    <>
      <Button icon={<Icon name="copy" />} isDisabled={isReading || !views.active} onPress={() => void copy()}>
        {t('copy')}
      </Button>
      {source.kind === 'vector-tiles' && <p className="g-muted ext-note">{t('copy.tiles')}</p>}
      {error !== undefined && <p className="g-error">{error}</p>}
    </>
  );
}
