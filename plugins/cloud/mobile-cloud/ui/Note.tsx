import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, Form, IconButton, TextArea, TextField, useTranslate } from '#core/react';
import type { Notes } from '../model/notes.ts';

/** The annotation that was tapped, or the one that is written. */
export const Note = observer(function Note({ notes, isWriting }: { notes: Notes; isWriting: boolean }) {
  const t = useTranslate('mobile-cloud');
  const { chosen, place, missed, problem } = notes;
  if (!chosen && !isWriting && problem === undefined) return null;
  return (
    <section className="mobile-cloud-reading" aria-label={t('notes')}>
      <div className="mobile-cloud-note">
        {problem !== undefined && (
          <p className="g-error" role="alert">
            {problem}
          </p>
        )}
        {chosen && (
          <>
            <h2>{chosen.title}</h2>
            <p className="g-muted">{[chosen.category, chosen.updatedBy].filter(Boolean).join(' · ')}</p>
            {chosen.text !== '' && <p className="mobile-cloud-text">{chosen.text}</p>}
          </>
        )}
        {!chosen && isWriting && place && <Writing key={place.join()} notes={notes} />}
        {!chosen && isWriting && !place && <p role="status">{t(missed ? 'measure.missed' : 'notes.tap')}</p>}
      </div>
      {(chosen ?? problem) !== undefined && (
        <IconButton label={t('notes.close')} icon={<X />} onPress={() => notes.clear()} />
      )}
    </section>
  );
});

const Writing = observer(function Writing({ notes }: { notes: Notes }) {
  const t = useTranslate('mobile-cloud');
  const [title, setTitle] = useState('');
  const [category, setCategory] = useState('');
  const [text, setText] = useState('');
  return (
    <Form
      className="mobile-cloud-form"
      onSubmit={() => {
        if (title.trim() !== '') void notes.save({ title: title.trim(), text, category });
      }}
    >
      <TextField label={t('notes.title')} isRequired maxLength={120} value={title} onChange={setTitle} />
      <TextField label={t('notes.category')} maxLength={60} value={category} onChange={setCategory} />
      <TextArea label={t('notes.text')} maxLength={4000} rows={2} value={text} onChange={setText} />
      <div className="mobile-cloud-buttons">
        <Button variant="primary" type="submit" isDisabled={title.trim() === '' || notes.isSaving}>
          {t('notes.save')}
        </Button>
        <Button onPress={() => notes.clear()}>{t('notes.cancel')}</Button>
      </div>
    </Form>
  );
});
