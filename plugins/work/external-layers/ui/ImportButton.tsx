import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import { Button, Icon, useService, useServices, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { IMPORT_DIALOG } from '#plugins/files/import/api';
import { FOREIGN_FEATURES } from '../model/features/foreign-features.ts';
import type { LayerEntry } from '../model/project-external-layers.ts';

/** Hands the objects in view to the import wizard. */
export function ImportButton({ entry, onDone }: { entry: LayerEntry; onDone: () => void }) {
  const t = useTranslate('external-layers');
  const features = useService(FOREIGN_FEATURES);
  const dialog = useServices().get(IMPORT_DIALOG, { optional: true });
  const session = useService(SESSION);
  const projects = useService(PROJECTS);
  const views = useService(VIEWS);
  const [error, setError] = useState<string>();
  const [reading, setReading] = useState(false);
  const { layer, source } = entry;
  const mayImport = grants(session.me?.authorizations ?? [], 'import');
  if (!dialog || !mayImport || source.kind !== 'features') return null;
  const open = async () => {
    const extent = views.active?.camera.extent;
    const projectId = projects.current?.project.id;
    if (!extent || projectId === undefined) return;
    setReading(true);
    setError(undefined);
    try {
      const file = await features.file(layer.id, source, extent, layer.name);
      onDone();
      dialog.open(projectId, file);
    } catch (thrown) {
      setError(sentenceOf(thrown));
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <Button icon={<Icon name="import" />} isDisabled={reading} onPress={() => void open()}>
        {t('features.import')}
      </Button>
      {error !== undefined && <p className="g-error">{error}</p>}
    </>
  );
}
