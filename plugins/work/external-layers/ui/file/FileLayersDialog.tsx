import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { PANELS } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { Button, Dialog, useI18n, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { FileAdding } from '../../model/file/file-adding.ts';
import type { Translate } from '../../model/in-words.ts';
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

/** One for each given file; they are sent one after the other. */
function useAdding(): readonly FileAdding[] {
  const i18n = useI18n();
  const [api, given, readers] = [useService(API), useService(GIVEN_FILES), useService(LAYER_READERS)];
  const projects = useService(PROJECTS);
  const onAllShown = useOnAllShown();
  const [adding, setAdding] = useState<readonly FileAdding[]>([]);
  useEffect(() => {
    const ended = new AbortController();
    const known: FileAdding[] = [];
    let sending: Promise<void> = Promise.resolve();
    let stopCounting = () => {};
    const take = (files: readonly File[]) => {
      const projectId = projects.current?.project.id ?? '';
      const t: Translate = (key, values) => i18n.t(key, values);
      for (const file of files.slice(known.length)) {
        const one = new FileAdding(file, { api, readers, t, projectId, owner: given.owner });
        known.push(one);
        sending = sending.then(() => (ended.signal.aborted ? undefined : one.send()));
      }
      setAdding([...known]);
      stopCounting();
      stopCounting = reaction(
        () => known.filter(({ state }) => state === 'done').length,
        (count) => void onAllShown(known, count),
      );
    };
    const stopTaking = reaction(() => given.files, take, { fireImmediately: true });
    return () => {
      ended.abort();
      stopTaking();
      stopCounting();
      for (const one of known) one.cancel();
    };
  }, [api, given, readers, projects, i18n, onAllShown]);
  return adding;
}

/** Shows what was added; when that is everything, where it is, and closes the dialog. */
function useOnAllShown(): (adding: readonly FileAdding[], count: number) => Promise<void> {
  const t = useTranslate('external-layers');
  const [given, layers, views] = [useService(GIVEN_FILES), useService(EXTERNAL_LAYERS), useService(VIEWS)];
  const [toasts, panels] = [useService(TOASTS), useService(PANELS)];
  return useCallback(
    async (adding, count) => {
      await layers.read();
      if (count < adding.length) return;
      const extent = adding.find((one) => one.extent)?.extent;
      if (extent) views.active?.fly(extent);
      toasts.show('success', t('file.shown', { count, name: adding[0]!.file.name }), {
        title: t('file.shown.panel'),
        run: () => panels.open('external-layers.panel'),
      });
      given.close();
    },
    [given, layers, panels, t, toasts, views],
  );
}
