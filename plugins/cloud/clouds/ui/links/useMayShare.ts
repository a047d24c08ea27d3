import { grants } from '#core/protocol';
import { useObservable, useService } from '#core/react';
import { SESSION } from '#core/session';

/** Whether the person may make links to point clouds. */
export function useMayShare(): boolean {
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  return grants(me?.authorizations ?? [], 'pointcloud.share');
}
