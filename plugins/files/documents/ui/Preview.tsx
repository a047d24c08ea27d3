import type { FileRecord } from '#core/protocol';
import { Icon, useTranslate } from '#core/react';
import { hasText, isOffice } from '../model/text-types.ts';
import { Pages, Picture } from './Pages.tsx';
import { OfficePreview } from './OfficePreview.tsx';
import { TextPreview } from './TextPreview.tsx';
import { useText } from './useText.ts';

interface PreviewProps {
  file: Pick<FileRecord, 'id' | 'name' | 'mediaType' | 'preview' | 'sha256'>;
  /** An earlier content. */
  version?: number;
}

/** What a file shows: a picture, pages, a text, tables; otherwise that there is none. */
export function Preview({ file, version }: PreviewProps) {
  const t = useTranslate('documents');
  const { mediaType, preview } = file;
  if (mediaType === 'application/pdf') return <Pdf file={file} version={version} />;
  if (preview) return <Picture file={file} version={version} page={1} />;
  if (isOffice(mediaType)) return <OfficePreview file={file} version={version} />;
  if (hasText(mediaType)) return <TextPreview file={file} version={version} />;
  return (
    <p className="doc-none">
      <Icon name="file" />
      <span>{t('preview.none', { type: mediaType })}</span>
    </p>
  );
}

function Pdf({ file, version }: Pick<PreviewProps, 'file'> & { version: number | undefined }) {
  const pages = useText(file.id, version).read?.pages;
  return <Pages file={file} version={version} pages={pages ?? undefined} />;
}
