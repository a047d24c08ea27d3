import { TextField, useTranslate } from '#core/react';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The folder of files. */
export function FolderField(props: FieldProps) {
  const t = useTranslate('documents');
  return <TextField label={t('folder')} description={t('folder.help')} maxLength={200} {...props} />;
}

/** Tags of files, with semicolons between them. */
export function TagsField(props: FieldProps & { label?: string; description?: string }) {
  const t = useTranslate('documents');
  return <TextField label={t('tags')} description={t('tags.help')} maxLength={1000} {...props} />;
}
