import { observer } from 'mobx-react-lite';
import { Button, Dialog, Form, Skeleton, useService, useTranslate } from '#core/react';
import { TAKEN_TYPES } from '../model/taken-types.ts';
import { Refusal } from './Refusal.tsx';
import { Source } from './Source.tsx';
import { TypeChoices } from './TypeChoices.tsx';
import './type-files.css';

const FORM = 'type-files-take';

/** Takes object types from a template or a file: which of them, for which project, under which names. */
export default observer(function TakeTypesDialog() {
  const t = useTranslate('type-files');
  const taken = useService(TAKEN_TYPES);
  const count = taken.taken.length;
  return (
    <Dialog
      isOpen
      keepOpen
      size="l"
      title={t('title')}
      onClose={() => taken.close()}
      footer={
        <>
          <Button onPress={() => taken.close()}>{t('core:dialog.cancel')}</Button>
          <Button variant="primary" type="submit" form={FORM} isDisabled={count === 0}>
            {count === 0 ? t('take.none') : t('take', { count })}
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={() => taken.take()}>
        <Source />
        {taken.isReading && <Skeleton lines={4} />}
        {taken.refusal && <Refusal refusal={taken.refusal} />}
        {taken.choices && <TypeChoices choices={taken.choices} />}
      </Form>
    </Dialog>
  );
});
