import { observer } from 'mobx-react-lite';
import { titleOf } from '#core/fields';
import { Button, Dialog, Form, Select, TextArea, useI18n, useService, useTranslate } from '#core/react';
import type { Loss } from '../model/fit.ts';
import { PASTE } from '../model/paste.ts';
import './PasteDialog.css';

const FORM = 'paste-form';
/** No field has an empty name. */
const NOT_TAKEN = '';
/** Most ignored types and fields named. */
const MAX_LOSSES = 12;

/** The pasted text, the objects it becomes, and what is ignored. */
export default observer(function PasteDialog() {
  const t = useTranslate('paste');
  const i18n = useI18n();
  const paste = useService(PASTE);
  const { objects, losses } = paste.fitted;
  const { problem } = paste;
  return (
    <Dialog
      isOpen={paste.isOpen}
      keepOpen
      title={t(paste.isCopy ? 'title.copy' : 'title')}
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
        {!paste.isCopy && (
          <TextArea
            label={t('text')}
            description={paste.isRefused ? `${t('text.refused')} ${t('text.help')}` : t('text.help')}
            value={paste.text}
            onChange={(text) => paste.write(text)}
            error={
              problem && problem.key !== 'empty' ? t(`problem.${problem.key}`, problem.values) : undefined
            }
            rows={6}
            autoFocus={paste.text === ''}
          />
        )}
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
        <StrangeValues />
        <div role="status">
          {paste.read.length > 0 && <p>{t('becomes', { count: objects.length, all: paste.read.length })}</p>}
          {losses.length > 0 && (
            <ul className="paste-losses">
              {losses.slice(0, MAX_LOSSES).map((loss) => (
                <li key={`${loss.kind} ${loss.name}`}>{lossText(loss, t)}</li>
              ))}
              {losses.length > MAX_LOSSES && <li>{t('loss.more', { count: losses.length - MAX_LOSSES })}</li>}
            </ul>
          )}
        </div>
      </Form>
    </Dialog>
  );
});

/** Values whose names the chosen type does not have: each can fill one of its fields. */
const StrangeValues = observer(function StrangeValues() {
  const t = useTranslate('paste');
  const i18n = useI18n();
  const paste = useService(PASTE);
  const type = paste.types.get(paste.instead ?? '');
  const names = paste.strangeNames.slice(0, MAX_LOSSES);
  if (!type || names.length === 0 || type.fields.length === 0) return null;
  const options = [
    { value: NOT_TAKEN, title: t('fields.not-taken') },
    ...type.fields.map((field) => ({ value: field.name, title: titleOf(field, i18n) })),
  ];
  return (
    <fieldset className="paste-fields">
      <legend>{t('fields')}</legend>
      {names.map((name) => (
        <Select
          key={name}
          label={name}
          options={options}
          value={paste.fields[name] ?? NOT_TAKEN}
          onChange={(field) => paste.fill(name, field === NOT_TAKEN ? undefined : field)}
        />
      ))}
    </fieldset>
  );
});

function lossText(
  { kind, name, count }: Loss,
  t: (key: string, values?: Record<string, unknown>) => string,
): string {
  return kind === 'type' && name === '' ? t('loss.untyped', { count }) : t(`loss.${kind}`, { name, count });
}
