import { observer } from 'mobx-react-lite';
import type { MapObject } from '#core/document';
import { isEmpty, printValue, titleOf } from '#core/fields';
import { measuresOf } from '#core/geodesy';
import { verticesOf } from '#core/mapview';
import { AlertDialog, useI18n, usePrinter, useService, useTranslate } from '#core/react';
import { DELETION, type DeletionRequest } from '../model/deletion.ts';
import { AttachedFiles } from './AttachedFiles.tsx';
import './DeleteDialog.css';

/** Most attributes of an object shown in the dialog. */
const SHOWN_ATTRIBUTES = 4;

/** Confirms the deletion of one or many objects: what will be deleted, and how to restore it. */
export default observer(function DeleteDialog() {
  const t = useTranslate('modify');
  const deletion = useService(DELETION);
  const { request } = deletion;
  if (!request) return null;
  const count = request.objects.length;
  const only = count === 1 ? request.project.document.get(request.objects[0]!.id) : undefined;
  return (
    <AlertDialog
      isOpen
      title={count === 1 ? t('delete.title') : t('delete.title.many', { count })}
      action={count === 1 ? t('delete.action') : t('delete.action.many', { count })}
      onAction={() => deletion.go()}
      onClose={() => deletion.close()}
    >
      {only ? <OneObject request={request} object={only} /> : <ManyObjects request={request} />}
      {request.skipped && (
        <p>
          {t('delete.spared', { count: request.skipped.count })} {t(request.skipped.reason)}
        </p>
      )}
      <AttachedFiles attached={deletion.attached} />
      <p className="g-muted">{t('delete.back', { count })}</p>
    </AlertDialog>
  );
});

function OneObject({ request, object }: { request: DeletionRequest; object: MapObject }) {
  const t = useTranslate('modify');
  const i18n = useI18n();
  const print = usePrinter();
  const { location, typeName, id } = object;
  const { length, area } = measuresOf(location);
  const size =
    area !== undefined ? print.area(area) : length !== undefined ? print.length(length) : undefined;
  const type = request.project.types.get(typeName);
  const title = type?.title[i18n.language] || typeName;
  const attributes = Object.entries(object.properties).filter(([, value]) => !isEmpty(value));
  const rows: (readonly [string, string])[] = [
    [t('delete.type'), title],
    [t('delete.id'), id],
    [t('delete.vertices'), i18n.number([...verticesOf(location)].length)],
    ...(size === undefined ? [] : [[t(area !== undefined ? 'delete.area' : 'delete.length'), size] as const]),
    ...attributes.slice(0, SHOWN_ATTRIBUTES).map(([name, value]) => {
      const field = type?.fields.find((one) => one.name === name);
      return [field ? titleOf(field, i18n) : name, printValue(value, field, i18n)] as const;
    }),
  ];
  return (
    <dl className="delete-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ManyObjects({ request }: { request: DeletionRequest }) {
  const t = useTranslate('modify');
  const i18n = useI18n();
  const counts = new Map<string, number>();
  for (const { typeName = '' } of request.objects) counts.set(typeName, (counts.get(typeName) ?? 0) + 1);
  const rows = [...counts].sort((a, b) => b[1] - a[1]);
  return (
    <>
      <p>{t('delete.many.what')}</p>
      <dl className="delete-facts">
        {rows.map(([typeName, count]) => (
          <div key={typeName}>
            <dt>{request.project.types.get(typeName)?.title[i18n.language] || typeName}</dt>
            <dd>{i18n.number(count)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
