import { observer } from 'mobx-react-lite';
import { titleOf } from '#core/fields';
import { Button, Dialog, Form, Select, TextArea, useI18n, useTranslate } from '#core/react';
import type { Loss } from '../model/fit.ts';
import type { Paste } from '../model/paste.ts';
import './PasteBox.css';

const FORM = 'paste-form';
/** Most ignored types and fields named. */
const TOLD = 12;

/** The pasted text, the objects it becomes, and what is ignored. */
export default observer(function PasteBox({ paste }: { paste: Paste }) {
  const t = useTranslate('paste');
  const i18n = useI18n();
  const { objects, losses } = paste.fitted;
  const { problem } = paste;
  return (
    <Dialog
      isOpen
      keepOpen
      title={t('title')}
      onClose={() => paste.close()}
      footer={
        <>
          <Button onPress={() => paste.close()}>{t('core:dialog.cancel')}</Button>
          <Button type="submit" form={FORM} variant="primary" isDisabled={objects.length === 0}>
            {t('paste', { count: objects.length })}
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={() => paste.run()} className="paste-form">
        <TextArea
          label={t('text')}
          description={t('text.help')}
          value={paste.text}
          onChange={(text) => paste.write(text)}
          error={problem && problem.key !== 'empty' ? t(`problem.${problem.key}`, problem.values) : undefined}
          rows={6}
          autoFocus={paste.text === ''}
        />
        {paste.asksForType && (
          <Select
            label={t('instead')}
            description={t('instead.help')}
            options={[...paste.types.values()].map((type) => ({
              value: type.name,
              title: titleOf(type, i18n),
            }))}
            value={paste.instead ?? null}
            onChange={(typeName) => paste.choose(typeName)}
          />
        )}
        <div role="status">
          {paste.read.length > 0 && <p>{t('becomes', { count: objects.length, all: paste.read.length })}</p>}
          {losses.length > 0 && (
            <ul className="paste-losses">
              {losses.slice(0, TOLD).map((loss) => (
                <li key={`${loss.kind} ${loss.name}`}>{said(loss, t)}</li>
              ))}
              {losses.length > TOLD && <li>{t('loss.more', { count: losses.length - TOLD })}</li>}
            </ul>
          )}
        </div>
      </Form>
    </Dialog>
  );
});

function said(
  { kind, name, count }: Loss,
  t: (key: string, values?: Record<string, unknown>) => string,
): string {
  return kind === 'type' && name === '' ? t('loss.untyped', { count }) : t(`loss.${kind}`, { name, count });
}
