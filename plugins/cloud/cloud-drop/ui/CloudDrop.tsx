import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import './CloudDrop.css';

/** Who never drops a file does not load what shares files out. */
const sharing = () => import('../model/share-dropped.ts');

/**
 * Point clouds and models dropped on the map are added to the open project, panoramas with the photos and tracks beside them to
 * one of its surveys, files with objects or a GeoTIFF are shown as layers; all other files are attached as documents.
 */
export function CloudDrop() {
  const t = useTranslate('cloud-drop');
  const host = useService(HOST);
  const projects = useService(PROJECTS);
  const session = useService(SESSION);
  const toasts = useService(TOASTS);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!over) return;
    sharing().then(
      ({ loadTakers }) => loadTakers(host),
      () => undefined,
    );
  }, [host, over]);
  useEffect(() => {
    // Fields and dialogs that take files do so themselves.
    const isOurs = (event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true &&
      !(event.target as Element).closest('.g-drop, [role=dialog]');
    const onOver = (event: DragEvent) => {
      setOver(isOurs(event));
      if (isOurs(event)) event.preventDefault();
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      const projectId = projects.current?.project.id;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (projectId === undefined) return;
      sharing()
        .then(({ shareDropped }) => shareDropped(projectId, files, { host, session, toasts, t }))
        .catch((thrown: unknown) => toasts.show('error', sentenceOf(thrown)));
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [host, projects, session, t, toasts]);
  return over ? <p className="cloud-drop">{t('over')}</p> : null;
}
