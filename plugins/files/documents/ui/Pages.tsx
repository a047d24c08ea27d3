import { useState } from 'react';
import { API } from '#core/api';
import { previewFile, type FileRecord } from '#core/protocol';
import { Icon, IconButton, Skeleton, useBytes, useService, useTranslate } from '#core/react';
import { ZoomedPicture } from './ZoomedPicture.tsx';

interface PageProps {
  file: Pick<FileRecord, 'id' | 'name' | 'sha256'>;
  /** An earlier content. */
  version: number | undefined;
}

/** One page of a file, drawn by the server. */
export function Picture({ file, version, page }: PageProps & { page: number }) {
  const t = useTranslate('documents');
  const api = useService(API);
  const { id, name, sha256 } = file;
  const of = {
    id,
    size: '2048',
    ...(page > 1 && { page }),
    ...(version !== undefined && { version }),
  } as const;
  const { url, error } = useBytes(`${sha256} ${version ?? ''} ${page}`, (signal) =>
    api.bytes(previewFile, { query: of }, { signal }),
  );
  if (error !== undefined)
    return (
      <p className="doc-none" role="alert">
        <Icon name="alert" />
        <span>{error}</span>
      </p>
    );
  return url === undefined ? (
    <Skeleton height={320} />
  ) : (
    <ZoomedPicture key={page} src={url} alt={page > 1 ? t('page.of', { name, page }) : name} />
  );
}

/** Drawn by the server: nothing in a file runs here. `pages`: undefined while they are counted. */
export function Pages({ file, version, pages }: PageProps & { pages: number | undefined }) {
  const t = useTranslate('documents');
  const [page, setPage] = useState(1);
  return (
    <>
      <Picture file={file} version={version} page={page} />
      {pages !== undefined && pages > 1 && (
        <div className="doc-pages">
          <IconButton
            size="s"
            label={t('page.previous')}
            icon={<Icon name="chevron-left" />}
            disabledReason={page === 1 ? t('no-more') : undefined}
            onPress={() => setPage(page - 1)}
          />
          <span className="g-figures" role="status">
            {t('page', { page, pages })}
          </span>
          <IconButton
            size="s"
            label={t('page.next')}
            icon={<Icon name="chevron-right" />}
            disabledReason={page === pages ? t('no-more') : undefined}
            onPress={() => setPage(page + 1)}
          />
        </div>
      )}
    </>
  );
}
