import { useState } from 'react';
import { useLocation, type To } from 'react-router-dom';
import { useContributions, useSetting } from '#core/react';
import { PLACE, workspacePath } from '../model/address.ts';

/**
 * Where a project opens that was asked for without a place or a tool, if that is not the flat map. Only on coming: who goes
 * from the other map to this one stays.
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
