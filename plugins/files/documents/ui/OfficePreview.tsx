import { useState } from 'react';
import type { FileRecord } from '#core/protocol';
import { Button, useTranslate } from '#core/react';
import { Pages } from './Pages.tsx';
import { TextPreview, type TextPreviewProps } from './TextPreview.tsx';
import { useText } from './useText.ts';

interface OfficePreviewProps extends TextPreviewProps {
  file: Pick<FileRecord, 'id' | 'name' | 'mediaType' | 'sha256'>;
}

/** An office file by its pages, where the server can draw them; by its text until they come, and on request. */
export function OfficePreview({ file, version }: OfficePreviewProps) {
  const t = useTranslate('documents');
  const [wantsText, setWantsText] = useState(false);
  const { read, error } = useText(file.id, version, true);
  const pages = read?.pages ?? undefined;
  if (pages === undefined)
    return (
      <>
        <TextPreview file={file} version={version} />
        {!read && error === undefined && (
          <p className="doc-cut" role="status">
            {t('pages.drawing')}
          </p>
        )}
      </>
    );
  return (
    <>
      {wantsText ? (
        <TextPreview file={file} version={version} />
      ) : (
        <Pages file={file} version={version} pages={pages} />
      )}
      <div className="doc-pages">
        <Button size="s" onPress={() => setWantsText(!wantsText)}>
          {t(wantsText ? 'pages.show' : 'text.show')}
        </Button>
      </div>
    </>
  );
}
