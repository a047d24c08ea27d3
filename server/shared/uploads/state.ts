import { setTimeout as after } from 'node:timers/promises';
import type { Language, Upload } from '#core/protocol';
import { sentence } from '../../base/language.ts';
import type { Services } from '../../platform/services/services.ts';
import { finishUpload } from './finish.ts';
import { receivedBytes } from './parts.ts';
import type { UploadRow } from './store.ts';

/** Whether all bytes are there, but neither checked nor refused. */
export async function isToFinish({ config }: Pick<Services, 'config'>, row: UploadRow): Promise<boolean> {
  if (row.completedAt !== null || row.error !== null) return false;
  if (row.outside !== null || row.key !== null) return true;
  return (await receivedBytes(config, row.id)) === row.bytes;
}

/**
 * Waits up to `milliseconds` for the end of the check, which it begins if a restarted server has not. Throws what
 * prevents it.
 */
export async function waitForCheck(services: Services, row: UploadRow, milliseconds: number): Promise<void> {
  if (!(await isToFinish(services, row))) return;
  await Promise.race([finishUpload(services, row), after(milliseconds)]);
}

export async function asUpload(
  { config }: Pick<Services, 'config'>,
  row: UploadRow,
  language: Language,
): Promise<Upload> {
  const toFinish = await isToFinish({ config }, row);
  const state = row.error ? 'failed' : row.completedAt ? 'complete' : toFinish ? 'checking' : 'receiving';
  const received = state === 'receiving' ? ((await receivedBytes(config, row.id)) ?? 0) : row.bytes;
  const { id, projectId, kind, name, bytes, sha256, fingerprint, createdAt, expiresAt } = row;
  const error = row.error && sentence(language, row.error.key, row.error.values);
  return {
    id,
    projectId,
    kind,
    name,
    bytes,
    received,
    state,
    error,
    sha256: state === 'complete' ? sha256 : null,
    fingerprint,
    createdAt,
    expiresAt,
  };
}
