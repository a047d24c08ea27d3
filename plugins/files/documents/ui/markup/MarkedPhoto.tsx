import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { sentenceOf } from '#core/kernel';
import { MARK_COLOURS, previewFile, type FileRecord } from '#core/protocol';
import { Icon, saveFile, Skeleton, useBytes, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { MARKING_OF } from '../../api.ts';
import { DOCUMENT_LIST } from '../../model/document-list.ts';
import { ZoomedPicture } from '../ZoomedPicture.tsx';
import { DrawnOver, type MarkKind } from './DrawnOver.tsx';
import { imageCopy } from './image-copy.ts';
import MarkBar from './MarkBar.tsx';

/** A photo with what people have drawn over it. */
export const MarkedPhoto = observer(function MarkedPhoto({
  file,
  mayWrite,
}: {
  file: FileRecord;
  mayWrite: boolean;
}) {
  const t = useTranslate('documents');
  const api = useService(API);
  const list = useService(DOCUMENT_LIST);
  const toasts = useService(TOASTS);
  const markingOf = useService(MARKING_OF);
  const [marking] = useState(() => markingOf(file.id));
  const [isShown, setShown] = useState(true);
  const [kind, setKind] = useState<MarkKind>();
  const [colour, setColour] = useState<string>(MARK_COLOURS[0]);
  const [words, setWords] = useState('');
  useEffect(() => void marking.load(), [marking]);
  const { url, error } = useBytes(file.sha256, (signal) =>
    api.bytes(previewFile, { query: { id: file.id, size: '2048' } }, { signal }),
  );
  const saveCopy = async () => {
    try {
      const marks = [...marking.marks];
      let copy = await imageCopy(await list.content(file), marks);
      if (!copy) {
        // HEIC and TIFF are not decoded by every browser: their preview is.
        const preview = await api.bytes(previewFile, { query: { id: file.id, size: '4096' } });
        copy = await imageCopy(new Blob([preview.data!]), marks);
        if (!copy) throw new Error(t('mark.copy.failed'));
        toasts.show('info', t('mark.copy.preview'));
      }
      saveFile(copy, `${file.name.replace(/\.\w+$/, '')} (${t('mark.copy.name')}).jpg`);
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    }
  };
  const help = kind && t(kind === 'text' && words.trim() === '' ? 'mark.help.words' : `mark.help.${kind}`);
  if (error !== undefined)
    return (
      <p className="doc-none" role="alert">
        <Icon name="alert" />
        <span>{error}</span>
      </p>
    );
  if (url === undefined) return <Skeleton height={320} />;
  const marks = isShown ? marking.marks : [];
  return (
    <>
      <ZoomedPicture
        src={url}
        alt={file.name}
        isFixed={kind !== undefined}
        over={(size) => (
          <DrawnOver
            marks={marks}
            size={size}
            label={t('mark.count', { count: marks.length })}
            kind={kind}
            colour={colour}
            words={words}
            onDraw={(mark) => marking.add(mark)}
          />
        )}
      />
      <MarkBar
        marking={marking}
        mayWrite={mayWrite}
        isDrawing={mayWrite}
        help={help}
        isShown={isShown}
        onShow={setShown}
        kind={kind}
        onKind={(next) => {
          setKind(next);
          setShown(true);
        }}
        colour={colour}
        onColour={setColour}
        words={words}
        onWords={setWords}
        onCopy={() => void saveCopy()}
      />
    </>
  );
});
