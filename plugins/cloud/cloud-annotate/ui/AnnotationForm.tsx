import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { seenNow } from '#core/mapview';
import { Button, Form, Switch, TextArea, TextField, useService, useTranslate } from '#core/react';
import type { CloudView } from '#plugins/cloud/point-cloud/api';
import { CLOUD_ANNOTATIONS, type AnnotationDraft } from '../model/annotations.ts';

/** Title, category and text of an annotation, and whether it is seen from here. */
export const AnnotationForm = observer(function AnnotationForm({
  draft,
  view,
}: {
  draft: AnnotationDraft;
  view: CloudView | undefined;
}) {
  const t = useTranslate('cloud-annotate');
  const annotations = useService(CLOUD_ANNOTATIONS);
  const { of, position } = draft;
  const [title, setTitle] = useState(of?.title ?? '');
  const [category, setCategory] = useState(of?.category ?? '');
  const [text, setText] = useState(of?.text ?? '');
  const [hasCamera, setHasCamera] = useState(of ? of.camera !== null : false);
  const [isSaving, setSaving] = useState(false);
  const cameraOf = () => {
    if (!hasCamera) return null;
    return of?.camera ?? (view ? seenNow('cloud', view.camera) : null);
  };
  const save = async () => {
    if (title.trim() === '') return;
    setSaving(true);
    await annotations.save({ title: title.trim(), text, category, position, camera: cameraOf() });
    setSaving(false);
  };
  return (
    <Form className="can-form" onSubmit={() => void save()}>
      <TextField
        label={t('field.title')}
        autoFocus
        isRequired
        maxLength={120}
        value={title}
        onChange={setTitle}
      />
      <TextField
        label={t('category')}
        description={t('category.help')}
        maxLength={60}
        value={category}
        onChange={setCategory}
      />
      <TextArea label={t('field.text')} maxLength={4000} rows={5} value={text} onChange={setText} />
      <Switch isSelected={hasCamera} onChange={setHasCamera} description={t('camera.help')}>
        {t('camera')}
      </Switch>
      <div className="can-buttons">
        <Button variant="primary" type="submit" isDisabled={title.trim() === '' || isSaving}>
          {t('save')}
        </Button>
        <Button onPress={() => annotations.write(undefined)}>{t('cancel')}</Button>
      </div>
    </Form>
  );
});
