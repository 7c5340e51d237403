import { stringify } from 'csv-stringify/sync';
import type { Db } from '#db/client.ts';
import type { BusinessDraft, LocationDraft } from '../../../domains/stores/business-draft.schema.ts';
import { streamBusinesses } from '../../../domains/stores/business-export.service.ts';
import { STORES_COLUMN_NAMES, type StoresColumn } from '../../../domains/stores/import/columns.shared.ts';
import { guardCell } from '../../../lib/spreadsheet.ts';
import { CommandError, type CommandIo } from '../command.ts';

/** Writes every business as a file that `import` can read. Returns the number of rows. */
export async function exportStores(
  db: Db,
  write: (text: string) => Promise<void>,
  io: CommandIo,
): Promise<number> {
  await write(stringify([[...STORES_COLUMN_NAMES]]));
  let rowCount = 0;
  for await (const { total, businesses } of streamBusinesses(db)) {
    if (io.signal.aborted) throw new CommandError('Stopped. The file is incomplete.');
    const lines = businesses.flatMap(({ key, business, locations }) =>
      locations.map((location) => toCells(key, business, location)),
    );
    await write(stringify(lines));
    rowCount += lines.length;
    io.progress({ done: rowCount, total, text: `${rowCount.toLocaleString('en-US')} rows` });
  }
  return rowCount;
}

function toCells(
  key: string,
  business: BusinessDraft,
  store: { key: string; location: LocationDraft } | null,
): string[] {
  const locationDetails = store?.location;
  const row: Record<StoresColumn, string> = {
    business_key: guardCell(key),
    store_key: guardCell(store?.key ?? ''),
    businessname: guardCell(business.name),
    categories: business.categories.join(';'),
    premier: formatYesNo(business.isPremier),
    national: formatYesNo(business.isNational),
    members_only: formatYesNo(business.isMembersOnly),
    listed: formatYesNo(business.isListed),
    logo: guardCell(business.logo ?? ''),
    url: guardCell(business.url ?? ''),
    promotions: guardCell(formatPromotions(business)),
    street1: guardCell(locationDetails?.street1 ?? ''),
    street2: guardCell(locationDetails?.street2 ?? ''),
    city: guardCell(locationDetails?.city ?? ''),
    state: guardCell(locationDetails?.state ?? ''),
    zip: guardCell(locationDetails?.zip ?? ''),
    country: locationDetails?.country ?? '',
    phone: guardCell(locationDetails?.phone ?? ''),
    // Coordinates need no guard against formulas: spreadsheets read a negative number as a number.
    latitude: String(locationDetails?.latitude ?? ''),
    longitude: String(locationDetails?.longitude ?? ''),
  };
  return STORES_COLUMN_NAMES.map((column) => row[column]);
}

function formatYesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function formatPromotions({ promotions }: BusinessDraft): string {
  if (promotions.length === 0) return '';
  return JSON.stringify(
    promotions.map(({ code, info, url, additionalUrl, validUntil, isOnline, headline, savesCents }) => ({
      code,
      info,
      url,
      additionalURL: additionalUrl,
      validUntil,
      online: isOnline,
      headline,
      savesCents,
    })),
  );
}
