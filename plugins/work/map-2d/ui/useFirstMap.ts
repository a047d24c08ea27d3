import { useState } from 'react';
import { useLocation, type To } from 'react-router-dom';
import { useContributions, useSetting } from '#core/react';
import type { WorkspaceViewer } from '#core/plugin';
import { PLACE, workspacePath } from '../model/address.ts';

/**
 * The viewer in which a project opens by default, if it is not the flat map. Only on arrival: switching from another
 * viewer stays there. Always for who may not use the flat map.
 */
export function useFirstMap(projectId: string): To | undefined {
  const { key, pathname, search, hash } = useLocation();
  const [arrival] = useState(key);
  const [first] = useSetting('firstMap');
  const viewers = useContributions('viewers');
  const there = (kind: WorkspaceViewer) => viewers.some(({ viewer }) => viewer === kind);
  if (pathname.replace(/\/$/, '') !== workspacePath(projectId, '2d')) return undefined;
  const [only] = viewers;
  if (!there('2d')) return only && { pathname: workspacePath(projectId, only.viewer), search, hash };
  const isPlaced = new URLSearchParams(search).has(PLACE);
  if (first === '2d' || !there(first) || isPlaced || key !== arrival) return undefined;
  return { pathname: workspacePath(projectId, first), search, hash };
}
