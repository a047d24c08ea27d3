import type { BimCheck, BimCheckResult, IdsFacetText, Language } from '#core/protocol';
import { sentence } from '../../../../base/language.ts';

export interface CheckSubject {
  check: BimCheck;
  result: BimCheckResult;
  modelName: string;
  language: Language;
}
export type Cell = string | number | null;
/** A table of a report; numbers stay numbers. */
export interface Sheet {
  title: string;
  head: string[];
  rows: Cell[][];
}

/** The tables of a result; the first has everything in detail. */
export function sheetsOf({ result, language }: CheckSubject): Sheet[] {
  const t = (key: string) => sentence(language, `bim.report.${key}`);
  const head = (...keys: string[]) => keys.map((key) => t(key));
  switch (result.kind) {
    case 'ids': {
      const { specifications } = result.report;
      const failures = specifications.flatMap(({ name, requirements }) =>
        requirements.flatMap((requirement) =>
          requirement.failures.map((each) => [
            name,
            facetText(requirement, language),
            each.class,
            each.name,
            each.globalId,
            reasonText(each.reason, language),
            each.found,
          ]),
        ),
      );
      return [
        {
          title: t('failures'),
          head: head('specification', 'requirement', 'class', 'name', 'global-id', 'reason', 'found'),
          rows: failures,
        },
        {
          title: t('specifications'),
          head: head('specification', 'result', 'applicable', 'passed'),
          rows: specifications.map(({ name, status, applicable, passed }) => [
            name,
            t(status),
            applicable,
            passed,
          ]),
        },
      ];
    }
    case 'quantities':
      return [
        {
          title: t('quantities'),
          head: head(
            'class',
            'name',
            'global-id',
            'type',
            'storey',
            'material',
            'volume-declared',
            'volume-computed',
            'floor-declared',
            'floor-computed',
            'side-declared',
            'side-computed',
            'surface',
            'closed',
          ),
          rows: result.report.rows.map((row) => [
            row.class,
            row.name,
            row.globalId,
            row.type,
            row.storey,
            row.material,
            row.volume.declared,
            row.volume.computed,
            row.floorArea.declared,
            row.floorArea.computed,
            row.sideArea.declared,
            row.sideArea.computed,
            row.surface,
            t(row.isClosed ? 'yes' : 'no'),
          ]),
        },
      ];
    case 'clash':
      return [
        {
          title: t('clashes'),
          head: head(
            'class',
            'name',
            'global-id',
            'other-class',
            'other-name',
            'other-id',
            'distance',
            'x',
            'y',
            'z',
          ),
          rows: result.report.clashes.map(({ a, b, distance, at }) => [
            a.class,
            a.name,
            a.globalId,
            b.class,
            b.name,
            b.globalId,
            distance,
            ...at,
          ]),
        },
      ];
    case 'deviation':
      return [
        {
          title: t('deviations'),
          head: head('class', 'name', 'global-id', 'points', 'mean', 'sigma', 'min', 'max', 'within'),
          rows: result.report.rows.map((row) => [
            row.class,
            row.name,
            row.globalId,
            row.count,
            row.mean,
            row.sigma,
            row.min,
            row.max,
            row.within,
          ]),
        },
      ];
  }
}

/** `Property Pset_WallCommon.FireRating (IFCLABEL): REI 60`. */
export function facetText({ kind, of, value }: IdsFacetText, language: Language): string {
  const what = sentence(language, `bim.facet.${kind}`);
  const name = of === '' ? what : `${what} ${of}`;
  return value === null ? name : `${name}: ${value}`;
}

export function reasonText(reason: string, language: Language): string {
  return sentence(language, `bim.reason.${reason}`);
}
