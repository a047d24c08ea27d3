import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { runsOf, type MapObject } from '#core/document';
import { isEmpty, printValue, titleOf } from '#core/fields';
import { measuresOf } from '#core/geodesy';
import { propertyOf, shortId } from '#core/kernel';
import type { Field, Geometry } from '#core/protocol';
import { Button, Dialog, Form, Select, useI18n, usePrinter, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { keyOf, type Offer } from '../model/choices.ts';
import { type Merging, MERGING, type MergeProposal } from '../model/merging.ts';
import './MergeDialog.css';

/** The merge dialog: whose history continues, and which value the merged object gets where the objects differ. */
export const MergeDialog = observer(function MergeDialog() {
  const merging = useService(MERGING);
  return merging.proposal ? <Asking merging={merging} proposal={merging.proposal} /> : null;
});

const Asking = observer(function Asking({
  merging,
  proposal,
}: {
  merging: Merging;
  proposal: MergeProposal;
}) {
  const t = useTranslate('merge');
  const i18n = useI18n();
  const toasts = useService(TOASTS);
  const size = useSize();
  const form = useId();
  const { how, objects, project, location } = proposal;
  const type = project.types.get(objects[0]!.typeName);
  const name = type ? titleOf(type, i18n) : objects[0]!.typeName;
  const fields = merging.fields;
  const open = fields.filter(({ offers }) => offers.length > 1);
  const parts = location.type.startsWith('Multi') ? location.coordinates.length : 1;
  const print = ({ choice, value }: Offer, field: Field): string => {
    if (choice === 'empty') return t('choice.empty');
    const text = printValue(value, field, i18n);
    return choice === 'sum' ? t('choice.sum', { value: text }) : text;
  };
  const merge = () => {
    if (!merging.go()) toasts.show('error', t('gone'));
  };
  return (
    <Dialog
      isOpen
      size="s"
      title={t(`title.${how}`, { count: objects.length, type: name })}
      onClose={() => merging.drop()}
      footer={
        <>
          <Button onPress={() => merging.drop()}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} autoFocus>
            {t(how)}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={merge}>
        <Select
          label={t('kept')}
          description={t('kept.help')}
          options={objects.map((object) => ({
            value: object.id,
            title: labelOf(object, fields, size, i18n),
          }))}
          value={merging.targetId}
          onChange={(id) => merging.keep(id)}
        />
        {open.map(({ field, offers, offer }) => (
          <Select
            key={field.name}
            label={titleOf(field, i18n)}
            options={offers.map((each) => ({ value: keyOf(each.choice), title: print(each, field) }))}
            value={keyOf(offer.choice)}
            onChange={(key) => merging.choose(field.name, key)}
          />
        ))}
      </Form>
      <p className="merge-result">
        {t(`result.${how}`, { size: size(location), count: parts })}
        {how === 'merge' && location.type.startsWith('Multi') && parts > 1 && ` ${t('apart')}`}
      </p>
    </Dialog>
  );
});

/** Returns a function that prints the size of a geometry. */
function useSize(): (location: Geometry) => string {
  const i18n = useI18n();
  const print = usePrinter();
  return (location) => {
    const { area, length } = measuresOf(location);
    if (area !== undefined) return print.area(area);
    return length === undefined ? i18n.number(runsOf(location)[0]!.positions.length) : print.length(length);
  };
}

/** Labels objects of one type: the first attribute in which they differ, and their size. */
function labelOf(
  object: MapObject,
  fields: readonly { field: Field }[],
  size: (location: Geometry) => string,
  i18n: ReturnType<typeof useI18n>,
): string {
  const labelled = fields.find(({ field }) => !isEmpty(propertyOf(object.properties, field.name)));
  const name = labelled
    ? printValue(propertyOf(object.properties, labelled.field.name), labelled.field, i18n)
    : shortId(object.id);
  return `${name} · ${size(object.location)}`;
}
