import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useObservable, useService } from '#core/react';
import { SESSION } from '#core/session';
import { keyOf } from '../model/key.ts';
import { CloudOnPhone } from './CloudOnPhone.tsx';

/** One point cloud on a phone: by a link, or else as the person who is signed in. */
export function MobileCloudPage() {
  const { id = '' } = useParams();
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const { pathname, search, hash } = useLocation();
  const key = keyOf(hash);
  if (key === undefined && !me) {
    session.keepRedirection(pathname + search + hash);
    return <Navigate to="/login" replace />;
  }
  return <CloudOnPhone key={`${id} ${key}`} id={id} secret={key} />;
}
