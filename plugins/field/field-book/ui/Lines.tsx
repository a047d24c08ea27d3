import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { grants, type FieldBookLine } from '#core/protocol';
import { Badge, Button, Disclosure, Icon, Table, useI18n, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { BOOK_DESK } from '../model/book-desk.ts';
import { CODE_LIST } from '../model/code-list.ts';
import { CodeListDialog } from './CodeListDialog.tsx';

/** The lines that the codes of the points make, and what is wrong with them. */
export const Lines = observer(function Lines() {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const desk = useService(BOOK_DESK);
  const codes = useService(CODE_LIST);
  const session = useService(SESSION);
  const { id, version, computedVersion } = desk.opened!;
  const [failure, setFailure] = useState<string>();
  const [isEditing, setEditing] = useState(false);
  useEffect(() => {
    codes.read(id).then(
      () => setFailure(undefined),
      (thrown: unknown) => setFailure(sentenceOf(thrown)),
    );
    return () => codes.clear();
  }, [codes, id, version, computedVersion]);
  const { list, lines } = codes;
  if (failure !== undefined) return <p className="g-error">{failure}</p>;
  if (!list || !lines) return null;
  const mayChange = grants(session.me?.authorizations ?? [], 'attributes.write');
  return (
    <>
      {lines.problems.length > 0 && (
        <Disclosure title={t('lines.problems', { count: lines.problemCount })}>
          <ul className="fbk-problems">
            {lines.problems.map(({ kind, message }, i) => (
              <li key={i}>{message ?? kind}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {lines.lines.length > 0 && (
        <Disclosure title={t('lines', { count: lines.lines.length })}>
          <Table<FieldBookLine>
            className="fbk-table"
            label={t('lines', { count: lines.lines.length })}
            isVirtual
            rows={lines.lines}
            rowId={({ key }) => key}
            columns={[
              {
                id: 'name',
                title: t('column.code'),
                cell: ({ name, isOpen }) => (
                  <>
                    {name} {isOpen && <Badge kind="danger">{t('lines.open')}</Badge>}
                  </>
                ),
              },
              { id: 'type', title: t('accept.type'), cell: ({ typeName }) => typeName },
              {
                id: 'length',
                title: t('column.distance'),
                align: 'end',
                width: 72,
                cell: ({ length }) => i18n.number(length, { maximumFractionDigits: 2 }),
              },
            ]}
          />
        </Disclosure>
      )}
      {mayChange && (
        <Button size="s" icon={<Icon name="pencil" />} onPress={() => setEditing(true)}>
          {t('list.edit', { count: list.codes.length })}
        </Button>
      )}
      {isEditing && <CodeListDialog list={list} bookId={id} onClose={() => setEditing(false)} />}
    </>
  );
});
