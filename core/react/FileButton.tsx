import { FileTrigger } from 'react-aria-components';
import { Button, type ButtonProps } from './Button.tsx';

export interface FileButtonProps extends Omit<ButtonProps, 'onPress'> {
  /** Extensions (`.zip`) or media types that are offered. */
  accept?: readonly string[];
  /** On a phone, the camera is opened instead of the list of files. */
  camera?: boolean;
  onFile: (file: File) => void;
}

/** A button that opens a file, where there is no room to drop one. */
export function FileButton({ accept, camera, onFile, ...rest }: FileButtonProps) {
  return (
    <FileTrigger
      acceptedFileTypes={accept}
      {...(camera && { defaultCamera: 'environment' })}
      onSelect={(chosen) => {
        const file = chosen?.[0];
        if (file) onFile(file);
      }}
    >
      <Button {...rest} />
    </FileTrigger>
  );
}
