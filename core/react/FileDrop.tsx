import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropZone, FileTrigger, Text, type FileDropItem } from 'react-aria-components';
import { Button } from './Button.tsx';
import { useTranslate } from './useTranslate.ts';
import './FileDrop.css';

export interface FileDropProps {
  /** What can be dropped: `Shapefile (.zip) or GeoJSON`. */
  label: string;
  /** Extensions (`.zip`) or media types; other files are ignored. */
  accept?: readonly string[];
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  isDisabled?: boolean;
  children?: ReactNode;
}

/** Accepts files: dropped, pasted, or chosen with the button. */
export function FileDrop({ label, accept, multiple, onFiles, isDisabled, children }: FileDropProps) {
  const t = useTranslate('core');
  const give = (files: readonly File[]) => {
    const fitting = files.filter((file) => fits(file, accept));
    if (fitting.length > 0) onFiles(multiple ? fitting : fitting.slice(0, 1));
  };
  return (
    <DropZone
      className="g-drop"
      isDisabled={isDisabled}
      getDropOperation={() => 'copy'}
      onDrop={(event) => {
        const files = event.items.filter((item): item is FileDropItem => item.kind === 'file');
        void Promise.all(files.map((file) => file.getFile())).then(give);
      }}
    >
      <Upload aria-hidden="true" />
      <Text slot="label">{label}</Text>
      <FileTrigger
        acceptedFileTypes={accept}
        allowsMultiple={multiple}
        onSelect={(chosen) => give([...(chosen ?? [])])}
      >
        <Button isDisabled={isDisabled}>{t(multiple ? 'file.chooseMany' : 'file.choose')}</Button>
      </FileTrigger>
      {children}
    </DropZone>
  );
}

function fits(file: File, accept: readonly string[] | undefined): boolean {
  if (!accept) return true;
  const name = file.name.toLowerCase();
  return accept.some((one) => (one.startsWith('.') ? name.endsWith(one.toLowerCase()) : file.type === one));
}
