import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { PROJECTS } from '#core/project';
import { NARROW, useMedia, useService } from '#core/react';
import { LAYOUT } from '#plugins/work/map-2d/api';
import { addressOf } from '../model/address.ts';
import { OPENING } from '../model/opening.ts';

/** Opens the panorama whose point was clicked on the flat map beside it, where there is room for both. */
export function OpenByClick() {
  const opening = useService(OPENING);
  const projects = useService(PROJECTS);
  const layout = useService(LAYOUT);
  const navigate = useNavigate();
  const isNarrow = useMedia(NARROW);
  useEffect(() => {
    const following = opening.subscribe(({ id }) => {
      const projectId = projects.current?.project.id;
      if (projectId === undefined) return;
      if (!isNarrow && layout.share === undefined) layout.divide(0.5);
      void navigate(addressOf(projectId, id));
    });
    return () => following.unsubscribe();
  }, [opening, projects, layout, navigate, isNarrow]);
  return null;
}
