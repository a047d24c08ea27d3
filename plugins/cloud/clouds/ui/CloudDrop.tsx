import { useEffect, useState } from 'react';
import { PROJECTS } from '#core/project';
import { useService, useTranslate } from '#core/react';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { isCloudFile } from '../model/formats.ts';
import './clouds.css';

/** Point clouds dropped on the map are added to the open project. */
export function CloudDrop() {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const projects = useService(PROJECTS);
  const [over, setOver] = useState(false);
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
      const files = [...(event.dataTransfer?.files ?? [])].filter(({ name }) => isCloudFile(name));
      if (projectId !== undefined) for (const file of files) desk.add(projectId, file);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [desk, projects]);
  return over ? <p className="clouds-over">{t('drop.over')}</p> : null;
}
