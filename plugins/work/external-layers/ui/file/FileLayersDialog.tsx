import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { Button, Dialog, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { FileAdding } from '../../model/file/file-adding.ts';
import { GIVEN_FILES } from '../../model/file/given-files.ts';
import { LAYER_READERS } from '../../model/lazy-readers.ts';
import { EXTERNAL_LAYERS } from '../../model/project-external-layers.ts';
import { AddingRow } from './AddingRow.tsx';
import './file-layers.css';

/** Shows given files as layers: one after the other, asking for what they do not say. Closes when all are shown. */
const FileLayersDialog = observer(function FileLayersDialog() {
  const t = useTranslate('external-layers');
  const given = useService(GIVEN_FILES);
  const adding = useAdding();
  return (
    <Dialog
      isOpen
      keepOpen
      title={t('file.title')}
      onClose={() => given.close()}
      footer={<Button onPress={() => given.close()}>{t('file.close')}</Button>}
    >
      <ul className="ext-files">
        {adding.map((one, n) => (
          <AddingRow key={n} adding={one} onClose={() => given.close()} />
        ))}
      </ul>
    </Dialog>
  );
});
export default FileLayersDialog;

function useAdding(): readonly FileAdding[] {
  const i18n = useI18n();
  const t = useTranslate('external-layers');
  const [api, given, readers] = [useService(API), useService(GIVEN_FILES), useService(LAYER_READERS)];
  const [projects, layers, views] = [useService(PROJECTS), useService(EXTERNAL_LAYERS), useService(VIEWS)];
  const [toasts, panels] = [useService(TOASTS), useService(PANELS)];
  const [adding] = useState(() =>
    given.files.map(
      (file) =>
        new FileAdding(file, {
          api,
          readers,
          t: (key, values) => i18n.t(key, values),
          projectId: projects.current?.project.id ?? '',
          owner: given.owner,
        }),
    ),
  );
  useEffect(() => {
    const sendAll = async () => {
      for (const one of adding) await one.send();
    };
    void sendAll();
    const stop = reaction(
      () => adding.filter(({ state }) => state === 'done').length,
      (count) => {
        void layers.read();
        if (count < adding.length) return;
        const extent = adding.find((one) => one.extent)?.extent;
        if (extent) views.active?.fly(extent);
        const [first] = adding;
        const message = t('file.shown', { count, name: first!.file.name });
        toasts.show('success', message, {
          title: t('file.shown.panel'),
          run: () => panels.open('external-layers.panel'),
        });
        given.close();
      },
    );
    return () => {
      stop();
      for (const one of adding) one.cancel();
    };
  }, [adding, given, layers, panels, t, toasts, views]);
  return adding;
}
