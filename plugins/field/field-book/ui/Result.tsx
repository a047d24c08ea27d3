import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { FieldBookPoint, FieldBookResidual, FieldBookResult } from '#core/protocol';
import {
  Badge,
  Button,
  Disclosure,
  EmptyState,
  Icon,
  saveFile,
  Table,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { BOOK_DESK } from '../model/book-desk.ts';
import { ellipseScale, MOST_ELLIPSES } from '../model/ellipses.ts';
import { Accept } from './Accept.tsx';
import { Levels } from './Levels.tsx';
import { Lines } from './Lines.tsx';
import { StakeOut } from './StakeOut.tsx';
import { Traverses } from './Traverses.tsx';
import { useFixed } from './useFixed.ts';

/** What was computed: tests, points, residuals; and what can be made of it. */
export const Result = observer(function Result({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const book = desk.opened!;
  const { result, moved } = book;
  const fixed = useFixed();
  const [showsProblems, setShowsProblems] = useState(true);
  if (!result)
    return (
      <EmptyState icon={<Icon name="angle" />} title={t('result.none')}>
        {t('result.none.help')}
      </EmptyState>
    );
  const save = (format: 'pdf' | 'csv' | 'gsi') =>
    void desk.report(format).then(
      (blob) => saveFile(blob, `${book.name}.${format}`),
      (failure: unknown) => toasts.show('error', sentenceOf(failure)),
    );
  return (
    <div className="fbk-part">
      <Tests result={result} />
      {result.problems.length > 0 && (
        <Disclosure
          title={t('result.problems', { count: result.problemCount })}
          isExpanded={showsProblems}
          onExpandedChange={setShowsProblems}
        >
          <ul className="fbk-problems">
            {result.problems.map(({ kind, message }, i) => (
              <li key={i}>{message ?? kind}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {moved.length > 0 && (
        <Disclosure title={t('result.moved', { count: moved.length })}>
          <ul className="fbk-problems">
            {moved.map(({ name, metres, height }) => (
              <li key={name}>
                {t('result.moved.one', { name, metres: fixed(metres), height: fixed(height ?? 0) })}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {result.points.length > 0 && <Lines />}
      {mayWrite && result.points.length > 0 && <Accept result={result} />}
      <StakeOut />
      <Levels result={result} />
      <Traverses traverses={result.traverses} unit={book.units.angle} />
      <Ellipses result={result} />
      {result.points.length > 0 && (
        <Table<FieldBookPoint>
          className="fbk-table"
          label={t('result.points')}
          isVirtual
          rows={result.points}
          rowId={({ name }) => name}
          selection="single"
          selected={new Set(desk.shownPoint === undefined ? [] : [desk.shownPoint])}
          onSelect={([name]) => desk.showPoint(name)}
          columns={[
            {
              id: 'name',
              title: t('column.name'),
              width: 42,
              cell: ({ name, how }) => `${name}${how === 'known' ? ' ▲' : ''}`,
            },
            { id: 'east', title: t('column.east'), align: 'end', width: 76, cell: ({ east }) => fixed(east) },
            {
              id: 'north',
              title: t('column.north'),
              align: 'end',
              width: 86,
              cell: ({ north }) => fixed(north),
            },
            {
              id: 'height',
              title: t('column.height'),
              align: 'end',
              width: 50,
              cell: ({ height }) => fixed(height),
            },
            {
              id: 'sigma',
              title: t('column.sigma'),
              align: 'end',
              width: 42,
              secondary: true,
              cell: ({ ellipse }) => (ellipse ? fixed(ellipse.major * 1000, 1) : ''),
            },
          ]}
        />
      )}
      <Residuals residuals={result.residuals} />
      <div className="fbk-actions">
        <Button size="s" icon={<Icon name="download" />} onPress={() => save('pdf')}>
          {t('report.pdf')}
        </Button>
        <Button size="s" icon={<Icon name="download" />} onPress={() => save('csv')}>
          CSV
        </Button>
        <Button size="s" icon={<Icon name="download" />} onPress={() => save('gsi')}>
          {t('report.gsi')}
        </Button>
      </div>
    </div>
  );
});

function Tests({ result }: { result: FieldBookResult }) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  return (
    <dl className="fbk-tests">
      {(['plan', 'height'] as const).map((what) => {
        const network = result[what];
        if (!network) return null;
        const { sigma0, chi, freedom } = network;
        return (
          <div key={what}>
            <dt>{t(`result.${what}`)}</dt>
            <dd>
              {sigma0 === null ? (
                <span className="g-muted">{t('result.unchecked')}</span>
              ) : (
                <>
                  σ0 {i18n.number(sigma0, { maximumFractionDigits: 2 })} ·{' '}
                  {t('result.freedom', { count: freedom })}{' '}
                  {chi && (
                    <Badge kind={chi.passed ? 'success' : chi.value < chi.lower ? 'neutral' : 'danger'}>
                      {t(
                        chi.passed
                          ? 'result.chi.passed'
                          : chi.value < chi.lower
                            ? 'result.chi.better'
                            : 'result.chi.worse',
                      )}
                    </Badge>
                  )}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** How the error ellipses are drawn on the map. */
function Ellipses({ result }: { result: FieldBookResult }) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const { points } = result;
  if (!points.some(({ ellipse }) => ellipse)) return null;
  const scale = ellipseScale(points);
  return (
    <small className="g-muted">
      {scale !== undefined &&
        (scale >= 1
          ? t('result.ellipses', { scale: i18n.number(scale) })
          : t('result.ellipses.reduced', { scale: i18n.number(1 / scale) }))}
      {points.length > MOST_ELLIPSES && t('result.ellipses.none', { most: MOST_ELLIPSES })}
    </small>
  );
}

/** The worst first. */
function Residuals({ residuals }: { residuals: readonly FieldBookResidual[] }) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const checked = residuals
    .filter(({ w }) => w !== null)
    .toSorted((a, b) => Math.abs(b.w ?? 0) - Math.abs(a.w ?? 0));
  if (checked.length === 0) return null;
  return (
    <Disclosure title={t('result.residuals', { count: checked.length })}>
      <Table
        className="fbk-table"
        label={t('result.residuals', { count: checked.length })}
        isVirtual
        rows={checked}
        rowId={({ ordinal, measured }) => `${ordinal} ${measured}`}
        columns={[
          { id: 'from', title: t('column.line'), cell: ({ station, target }) => `${station} → ${target}` },
          {
            id: 'measured',
            title: t('column.measured'),
            width: 68,
            cell: ({ measured }) => t(`measured.${measured}`),
          },
          {
            id: 'residual',
            title: 'v mm',
            align: 'end',
            width: 48,
            cell: ({ residual }) => i18n.number(residual * 1000, { maximumFractionDigits: 1 }),
          },
          {
            id: 'w',
            title: 'w',
            align: 'end',
            width: 48,
            cell: ({ w, blunder }) =>
              blunder ? (
                <Badge kind="danger">{i18n.number(w!, { maximumFractionDigits: 1 })}</Badge>
              ) : (
                i18n.number(w!, { maximumFractionDigits: 1 })
              ),
          },
        ]}
      />
    </Disclosure>
  );
}
