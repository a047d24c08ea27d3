import { observer } from 'mobx-react-lite';
import { isEmpty, printValue, titleOf } from '#core/fields';
import { measuresOf } from '#core/geodesy';
import { verticesOf } from '#core/mapview';
import { AlertDialog, useI18n, useService, useTranslate } from '#core/react';
import { SETTINGS } from '#core/settings';
import { printerOf } from '#core/sketch';
import type { Deletion, DeletionRequest } from '../model/deletion.ts';
import { AttachedFiles } from './AttachedFiles.tsx';
import './DeleteDialog.css';

/** Most attributes of an object shown in the dialog. */
const SHOWN_ATTRIBUTES = 4;

/** What will be deleted, and how to restore it. */
const DeleteBox = observer(function DeleteBox({
  request,
  deletion,
}: {
  request: DeletionRequest;
  deletion: Deletion;
}) {
  const t = useTranslate('modify');
  const count = request.objects.length;
  return (
    <AlertDialog
      isOpen
      title={count === 1 ? t('delete.title') : t('delete.title.many', { count })}
      action={count === 1 ? t('delete.action') : t('delete.action.many', { count })}
      onAction={() => deletion.go()}
      onClose={() => deletion.close()}
    >
      {count === 1 ? <OneObject request={request} /> : <ManyObjects request={request} />}
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
export default DeleteBox;

function OneObject({ request }: { request: DeletionRequest }) {
  const t = useTranslate('modify');
  const i18n = useI18n();
  const print = printerOf(i18n, useService(SETTINGS));
  const object = request.objects[0]!;
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
  for (const { typeName } of request.objects) counts.set(typeName, (counts.get(typeName) ?? 0) + 1);
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
