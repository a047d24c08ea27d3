import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import {
  Icon,
  Select,
  Table,
  useI18n,
  usePrinter,
  useService,
  useTranslate,
  type TableColumn,
} from '#core/react';
import { VALIDATION_DESK } from '../model/desk.ts';
import { KINDS, type Finding } from '../model/finding.ts';
import type { OfProject } from './props.ts';
import { nameOf, sizeText } from './texts.ts';

const ALL = '';
/** Pixels of the size column, a row, the scroll bar, and the borders. */
const SIZE = 96;
const ROW = 36;
const BAR = 16;
const BORDERS = 2;

/** The findings by kind; only visible rows are rendered. */
export const FindingsTable = observer(function FindingsTable({ project, validation }: OfProject) {
  const t = useTranslate('validate');
  const i18n = useI18n();
  const print = usePrinter();
  const desk = useService(VALIDATION_DESK);
  const box = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(box);
  const { counts, findings, listed, kind, active } = validation;
  const content = (listed.length + 1) * ROW;
  const room = width - (content > height ? BAR : 0);
  // If no finding has a size, the names take the full width.
  const sized = listed.some(({ size }) => size);
  const columns: TableColumn<Finding>[] = [
    {
      id: 'what',
      title: t('column.what'),
      width: room - (sized ? SIZE : 0),
      cell: (finding) => (
        <span className={`val-what val-${finding.severity}`} title={t(`severity.${finding.severity}`)}>
          <Icon name={finding.severity === 'error' ? 'alert' : 'warning'} size={14} />
          <span>
            {kind === undefined && `${t(`kind.${finding.kind}`)} `}
            <span className={kind === undefined ? 'g-muted' : undefined}>
              {nameOf(finding.objects[0]!, project, i18n)}
            </span>
          </span>
        </span>
      ),
    },
  ];
  if (sized)
    columns.push({
      id: 'size',
      title: t('column.size'),
      align: 'end',
      width: SIZE,
      cell: (finding) => <span className="g-figures">{sizeText(finding, t, print)}</span>,
    });
  return (
    <>
      <Select
        label={t('shown')}
        options={[
          { value: ALL, title: t('shown.all', { count: findings.length }) },
          ...counts.map((each) => ({
            value: each.kind,
            title: t('shown.kind', { kind: t(`kind.${each.kind}`), count: each.count }),
          })),
        ]}
        value={kind ?? ALL}
        onChange={(value) => validation.set({ kind: KINDS.find((each) => each === value) })}
      />
      <div ref={box} className="val-list" style={{ maxBlockSize: content + BORDERS }}>
        <Table
          label={t('findings')}
          isVirtual
          rows={listed}
          rowId={({ id }) => id}
          rowText={(finding) => `${t(`kind.${finding.kind}`)} ${nameOf(finding.objects[0]!, project, i18n)}`}
          selection="single"
          selected={new Set(active ? [active.id] : [])}
          onSelect={([id]) => desk.go(listed.find((each) => each.id === id))}
          columns={columns}
        />
      </div>
    </>
  );
});

/** Inner size of an element in pixels, updated on resize. */
function useSize(box: RefObject<HTMLElement | null>): readonly [number, number] {
  const [size, setSize] = useState<readonly [number, number]>([296, 0]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => element.clientWidth > 0 && setSize([element.clientWidth, element.clientHeight]);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
