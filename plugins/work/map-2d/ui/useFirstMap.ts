import { useState } from 'react';
import { useLocation, type To } from 'react-router-dom';
import { useContributions, useSetting } from '#core/react';
import { PLACE, workspacePath } from '../model/address.ts';

/**
 * The viewer in which a project opens by default, if it is not the flat map. Only on arrival: switching from another
 * viewer stays there.
 */
export function useFirstMap(projectId: string): To | undefined {
  const { key, pathname, search, hash } = useLocation();
  const [arrival] = useState(key);
  const [first] = useSetting('firstMap');
  const there = useContributions('viewers').some(({ viewer }) => viewer === first);
  const plain = pathname === workspacePath(projectId, '2d') && !new URLSearchParams(search).has(PLACE);
  if (first === '2d' || !there || !plain || key !== arrival) return undefined;
  return { pathname: workspacePath(projectId, first), search, hash };
}
