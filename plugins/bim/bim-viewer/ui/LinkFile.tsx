import { useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { listFiles } from '#core/protocol';
import { ComboBox, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { ELEMENT_PAGE } from '../model/element-page.ts';

const MOST = 100;

/** Links the element to a document or picture of the project. */
export function LinkFile() {
  const t = useTranslate('bim-viewer');
  const api = useService(API);
  const projects = useService(PROJECTS);
  const page = useService(ELEMENT_PAGE);
  const toasts = useService(TOASTS);
  const [linked, setLinked] = useState(0);
  const find = async (text: string, signal: AbortSignal) => {
    const projectid = projects.current?.project.id ?? '';
    const { data } = await api.call(
      listFiles,
      { headers: { projectid }, query: { paginate: MOST, search: text } },
      { signal },
    );
    return data.map(({ id, name }) => ({ value: id, title: name }));
  };
  return (
    <ComboBox
      // Empty again after each file.
      key={linked}
      label={t('links.file')}
      find={find}
      value={null}
      onChange={(fileId) => {
        if (fileId === null) return;
        void page.link([{ fileId }]).then(
          () => setLinked(linked + 1),
          (failure: unknown) => toasts.show('error', sentenceOf(failure)),
        );
      }}
    />
  );
}
