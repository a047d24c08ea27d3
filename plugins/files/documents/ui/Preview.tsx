import { useState } from 'react';
import { API } from '#core/api';
import { previewFile, type FileRecord } from '#core/protocol';
import { Icon, IconButton, Skeleton, useBytes, useService, useTranslate } from '#core/react';
import { hasText } from '../model/text-types.ts';
import { TextPreview } from './TextPreview.tsx';
import { usePages } from './usePages.ts';
import { ZoomedPicture } from './ZoomedPicture.tsx';

interface PreviewProps {
  file: Pick<FileRecord, 'id' | 'name' | 'mediaType' | 'preview' | 'sha256'>;
  /** An earlier content. */
  version?: number;
}

/** What a file shows: a picture, the pages of a PDF, a text, tables, the text of an office file; otherwise that there is none. */
export function Preview({ file, version }: PreviewProps) {
  const t = useTranslate('documents');
  const { mediaType, preview } = file;
  if (mediaType === 'application/pdf') return <Pages file={file} version={version} />;
  if (preview) return <Picture file={file} version={version} page={1} />;
  if (hasText(mediaType)) return <TextPreview file={file} version={version} />;
  return (
    <p className="doc-none">
      <Icon name="file" />
      <span>{t('preview.none', { type: mediaType })}</span>
    </p>
  );
}

type PartProps = Pick<PreviewProps, 'file'> & { version: number | undefined };

function Picture({ file, version, page }: PartProps & { page: number }) {
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

/** Drawn by the server: nothing in a PDF runs here. */
function Pages({ file, version }: PartProps) {
  const t = useTranslate('documents');
  const [page, setPage] = useState(1);
  const pages = usePages(file.id, version);
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
