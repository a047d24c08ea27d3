import type { Authorization, UploadKind } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { authorize } from '../../http/gate/gate.ts';
import { MAX_BYTES } from '../files/document.ts';
import { requireViewer } from '../files/scope.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** Largest content of each kind, bytes. */
export const UPLOAD_LIMITS: Record<UploadKind, number> = {
  pointcloud: 100 * GB,
  bim: 8 * GB,
  panoramic: 512 * MB,
  document: MAX_BYTES,
};

const AUTHORIZATION: Record<UploadKind, Authorization> = {
  pointcloud: 'pointcloud.write',
  bim: 'bim.write',
  panoramic: 'files.write',
  document: 'files.write',
};

/** Throws HttpError 403 or 404 unless the caller may add a record of this kind. */
export function requireKind(caller: Caller, kind: UploadKind): void {
  authorize(caller, AUTHORIZATION[kind]);
  requireViewer(caller, kind);
}
