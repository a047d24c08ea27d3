import type { WfsVersion } from './dialect.ts';
import { XML_HEAD } from './wfs-service-request.ts';
import { escaped } from './xml.ts';

/** A feature made or replaced by an action. */
interface Written {
  handle: string;
  /** With its type: `parcel.{uuid}`. */
  id: string;
}

export interface TransactionResult {
  inserted: Written[];
  updated: number;
  replaced: Written[];
  deleted: number;
}

/** The response in the form of the version. */
export function transactionResponse(dialect: WfsVersion, result: TransactionResult): string {
  if (dialect.version === '1.0.0') return response10(dialect, result);
  return dialect.version === '1.1.0' ? response11(dialect, result) : response20(dialect, result);
}

function response10({ wfs, filter }: WfsVersion, { inserted }: TransactionResult): string {
  const ids = inserted.map(({ id }) => `<ogc:FeatureId fid="${id}"/>`).join('');
  const results = ids && `<wfs:InsertResult>${ids}</wfs:InsertResult>`;
  return (
    `${XML_HEAD}<wfs:WFS_TransactionResponse version="1.0.0" xmlns:wfs="${wfs}" xmlns:ogc="${filter}">${results}` +
    `<wfs:TransactionResult><wfs:Status><wfs:SUCCESS/></wfs:Status></wfs:TransactionResult></wfs:WFS_TransactionResponse>`
  );
}

function response11({ wfs, filter }: WfsVersion, result: TransactionResult): string {
  const { inserted, updated, replaced, deleted } = result;
  const ids = inserted
    .map(
      ({ handle, id }) =>
        `<wfs:Feature handle="${escaped(handle)}"><ogc:FeatureId fid="${id}"/></wfs:Feature>`,
    )
    .join('');
  return (
    `${XML_HEAD}<wfs:TransactionResponse version="1.1.0" xmlns:wfs="${wfs}" xmlns:ogc="${filter}"><wfs:TransactionSummary>` +
    `<wfs:totalInserted>${inserted.length}</wfs:totalInserted><wfs:totalUpdated>${updated + replaced.length}</wfs:totalUpdated>` +
    `<wfs:totalDeleted>${deleted}</wfs:totalDeleted></wfs:TransactionSummary>` +
    `${ids && `<wfs:InsertResults>${ids}</wfs:InsertResults>`}</wfs:TransactionResponse>`
  );
}

function response20({ wfs, filter }: WfsVersion, result: TransactionResult): string {
  const { inserted, updated, replaced, deleted } = result;
  const list = (name: string, written: readonly Written[]) =>
    written.length === 0
      ? ''
      : `<wfs:${name}>${written
          .map(
            ({ handle, id }) =>
              `<wfs:Feature handle="${escaped(handle)}"><fes:ResourceId rid="${id}"/></wfs:Feature>`,
          )
          .join('')}</wfs:${name}>`;
  return (
    `${XML_HEAD}<wfs:TransactionResponse version="2.0.0" xmlns:wfs="${wfs}" xmlns:fes="${filter}"><wfs:TransactionSummary>` +
    `<wfs:totalInserted>${inserted.length}</wfs:totalInserted><wfs:totalUpdated>${updated}</wfs:totalUpdated>` +
    `<wfs:totalReplaced>${replaced.length}</wfs:totalReplaced><wfs:totalDeleted>${deleted}</wfs:totalDeleted></wfs:TransactionSummary>` +
    `${list('InsertResults', inserted)}${list('ReplaceResults', replaced)}</wfs:TransactionResponse>`
  );
}
