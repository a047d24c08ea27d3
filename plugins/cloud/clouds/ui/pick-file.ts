import { CLOUD_ENDINGS } from '../model/formats.ts';

/** Opens the browser's file dialog, for an entry of a menu, which is gone when a file is chosen. */
export function pickFile(chosen: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = CLOUD_ENDINGS.join(',');
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) chosen(file);
  });
  input.click();
}
