import { observer } from 'mobx-react-lite';
import { Button, Dialog, Form, Swatch, useI18n, useService, useTranslate } from '#core/react';
import { EDITED_STYLE } from '../model/edited-style.ts';
import { StyleEditor } from './StyleEditor.tsx';
import { useSaveStyle } from './useSaveStyle.ts';

/** The style of an object type, for everyone who sees it, on pages without a map. */
export default observer(function StyleDialog() {
  const t = useTranslate('object-types');
  const { language } = useI18n();
  const styling = useService(EDITED_STYLE);
  const save = useSaveStyle();
  const { edited, draft } = styling;
  if (!edited || edited.projectId !== undefined || !draft) return null;
  const { type } = edited;
  const onClose = () => styling.close();
  return (
    <Dialog
      isOpen
      size="m"
      keepOpen
      title={t('style.title', { type: type.title[language] || type.name })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button variant="primary" type="submit" form="types-style">
            {t('save')}
          </Button>
        </>
      }
    >
      <Form
        id="types-style"
        onSubmit={async () => {
          await save();
          onClose();
        }}
      >
        <div className="types-sample">
          <Swatch style={draft} geometryType={type.geometryType} />
          <span className="g-muted">{t('style.help')}</span>
        </div>
        <StyleEditor type={type} projectId={undefined} />
      </Form>
    </Dialog>
  );
});
