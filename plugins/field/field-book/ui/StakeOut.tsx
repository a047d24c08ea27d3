import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import {
  Badge,
  Button,
  Disclosure,
  Icon,
  NumberField,
  saveFile,
  Table,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { BOOK_DESK } from '../model/book-desk.ts';
import { STAKE_OUT } from '../model/stake-out/desk.ts';
import { stakedCsv, type Staked } from '../model/stake-out/compare.ts';
import { designOf } from '../model/stake-out/design.ts';
import { LIST_FORMATS, writeList, type ListFormat } from '../model/stake-out/write-list.ts';

/** Lists of selected objects for instruments, and points of the book compared with them. */
export const StakeOut = observer(function StakeOut() {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const stakeOut = useService(STAKE_OUT);
  const toasts = useService(TOASTS);
  const selection = useService(SELECTION);
  const projects = useService(PROJECTS);
  const ids = useObservable(selection.ids$, selection.ids);
  const { id, name, crs, heights, result } = desk.opened!;
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => stakeOut.clear(), [stakeOut, id]);
  const project = projects.current;
  const readDesign = async () => {
    const objects = ids.flatMap((one) => project!.document.get(one) ?? []);
    const design = await designOf(objects, project!.types, { crs: crs!, heights });
    const unloaded = ids.length - objects.length;
    if (unloaded > 0) toasts.show('warning', t('stake.unloaded', { count: unloaded }));
    if (design.twice.length > 0)
      toasts.show('warning', t('stake.twice', { count: design.twice.length, name: design.twice[0]! }));
    return design.points;
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const save = (format: ListFormat) =>
    attempt(async () => {
      const points = await readDesign();
      saveFile(
        new Blob([writeList(points, format, { crs: crs!, name })]),
        `${name} – ${t('stake.file')}.${format}`,
      );
    });
  const isReady = ids.length > 0 && crs !== null && !isBusy;
  return (
    <Disclosure title={t('stake')}>
      <div className="fbk-form">
        <small className="g-muted">
          {crs === null
            ? t('stake.no-crs')
            : ids.length === 0
              ? t('stake.select')
              : t('stake.selected', { count: ids.length, crs })}
        </small>
        <div className="fbk-actions">
          {LIST_FORMATS.map((format) => (
            <Button
              key={format}
              size="s"
              icon={<Icon name="download" />}
              isDisabled={!isReady}
              onPress={() => void save(format)}
            >
              {t(`stake.format.${format}`)}
            </Button>
          ))}
        </div>
        <div className="fbk-controls">
          <NumberField
            label={t('stake.tolerance-plan')}
            unit="mm"
            value={stakeOut.tolerance.plan * 1000}
            min={0.1}
            max={10_000}
            onChange={(value) => value !== undefined && stakeOut.allow({ plan: value / 1000 })}
          />
          <NumberField
            label={t('stake.tolerance-height')}
            unit="mm"
            value={stakeOut.tolerance.height * 1000}
            min={0.1}
            max={10_000}
            onChange={(value) => value !== undefined && stakeOut.allow({ height: value / 1000 })}
          />
        </div>
        <Button
          size="s"
          isDisabled={!isReady || !result}
          onPress={() => void attempt(async () => stakeOut.compare(await readDesign(), result?.points ?? []))}
        >
          {t('stake.compare')}
        </Button>
        <Compared />
      </div>
    </Disclosure>
  );
});

/** How far the points of the book are from the design. */
const Compared = observer(function Compared() {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const desk = useService(BOOK_DESK);
  const { compared, tolerance } = useService(STAKE_OUT);
  if (!compared) return null;
  const { staked, missing } = compared;
  const mm = (value: number | null) =>
    value === null ? '' : i18n.number(value * 1000, { maximumFractionDigits: 1 });
  const within = staked.filter(({ isWithin }) => isWithin).length;
  return (
    <>
      <p role="status">
        {t('stake.within', { within, count: staked.length })}
        {missing.length > 0 &&
          ` ${t('stake.missing', { count: missing.length, names: missing.slice(0, 10).join(', ') })}`}
      </p>
      {staked.length > 0 && (
        <Table<Staked>
          className="fbk-table"
          label={t('stake.compare')}
          isVirtual
          rows={staked}
          rowId={({ name }) => name}
          columns={[
            {
              id: 'name',
              title: t('column.name'),
              cell: ({ name, isWithin }) => <Badge kind={isWithin ? 'success' : 'danger'}>{name}</Badge>,
            },
            { id: 'east', title: 'ΔE mm', align: 'end', width: 52, cell: ({ east }) => mm(east) },
            { id: 'north', title: 'ΔN mm', align: 'end', width: 52, cell: ({ north }) => mm(north) },
            { id: 'height', title: 'ΔH mm', align: 'end', width: 52, cell: ({ height }) => mm(height) },
          ]}
        />
      )}
      <Button
        size="s"
        icon={<Icon name="download" />}
        onPress={() =>
          saveFile(
            new Blob([stakedCsv(compared, tolerance)]),
            `${desk.opened!.name} – ${t('stake.report-file')}.csv`,
          )
        }
      >
        {t('stake.report')}
      </Button>
    </>
  );
});
