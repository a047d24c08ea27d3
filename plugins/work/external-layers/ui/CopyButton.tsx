import { AppError } from '#core/kernel';
import { VIEWS, type ExternalFeature } from '#core/mapview';
import { grants } from '#core/protocol';
import { Button, Icon, useService, useServices, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { PASTE_DIALOG } from '#plugins/edit/paste/api';
import { MAX_COPIED, OBJECTS_IN_VIEW } from '../model/objects-in-view.ts';
import type { LayerEntry } from '../model/project-external-layers.ts';
import { useReading } from './useReading.ts';

/** Copies the objects in view into the project. */
export function CopyButton({ entry, onDone }: { entry: LayerEntry; onDone: () => void }) {
  const t = useTranslate('external-layers');
  const objects = useService(OBJECTS_IN_VIEW);
  const dialog = useServices().get(PASTE_DIALOG, { optional: true });
  const session = useService(SESSION);
  const views = useService(VIEWS);
  const { error, isReading, read } = useReading<readonly ExternalFeature[]>();
  const { layer, source } = entry;
  if (!dialog || !grants(session.me?.authorizations ?? [], 'geometries.write')) return null;
  const load = async (signal: AbortSignal) => {
    const { features, isWhole } = await objects.of(
      layer.id,
      source,
      views.active!.camera,
      MAX_COPIED,
      signal,
    );
    const refuse = (key: string) =>
      new AppError('external-layer', t(`features.${key}`, { count: MAX_COPIED }));
    if (!isWhole) throw refuse('cut');
    if (features.length === 0) throw refuse('none');
    return features;
  };
  const copy = async () => {
    const found = await read(load);
    if (!found) return;
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
