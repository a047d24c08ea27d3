import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { Button, Icon, useService, useServices, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { IMPORT_DIALOG } from '#plugins/files/import/api';
import type { LayerEntry } from '../model/project-external-layers.ts';
import { LAYER_READERS } from '../model/lazy-readers.ts';
import { useReading } from './useReading.ts';

/** Hands the objects in view, or those of a file, to the import wizard. */
export function ImportButton({ entry, onDone }: { entry: LayerEntry; onDone: () => void }) {
  const t = useTranslate('external-layers');
  const readers = useService(LAYER_READERS);
  const dialog = useServices().get(IMPORT_DIALOG, { optional: true });
  const session = useService(SESSION);
  const projects = useService(PROJECTS);
  const views = useService(VIEWS);
  const { error, isReading, read } = useReading<File>();
  const { layer, source } = entry;
  const mayImport = grants(session.me?.authorizations ?? [], 'import');
  if (!dialog || !mayImport || (source.kind !== 'features' && source.kind !== 'file')) return null;
  const open = async () => {
    const extent = views.active?.camera.extent;
    const projectId = projects.current?.project.id;
    if (!extent || projectId === undefined) return;
    const file = await read(async () => {
      const { features, files } = await readers.load();
      if (source.kind === 'file') return files.file(layer.id, source);
      return features.file(layer.id, source, extent, layer.name);
    });
    if (!file) return;
    onDone();
    dialog.open(projectId, file);
  };
  return (
    <>
      <Button icon={<Icon name="import" />} isDisabled={isReading} onPress={() => void open()}>
        {t(source.kind === 'file' ? 'file.import' : 'features.import')}
      </Button>
      {error !== undefined && <p className="g-error">{error}</p>}
    </>
  );
}
